import { PreparedTexts } from '../background/texts.ts';
import {
  type ContactKind,
  type ContactPatch,
  type ContactRow,
  findContact,
  insertContact,
  tableOf,
  updateContact,
} from '../contacts/store.ts';
import { dialectOf } from '../db/dialect.ts';
import type { OrganizerRow, VenueRow, WithImage } from '../db/tables.ts';
import { KINDS } from '../kinds.ts';
import { plainText } from '../lib/text/text.ts';
import { toWall } from '../lib/time/zones.ts';
import { organizerMembers, unshownOrganizerColumns } from '../organizers/members.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { type DeclaredMembers, show } from '../records/members.ts';
import { stateOf } from '../records/state.ts';
import { linkColumn, linksOf } from '../records/table.ts';
import { contentOf, keepVersion, type WriteCall } from '../records/versions/record-change.ts';
import { mayCreate, mayEdit, mayEditOthers } from '../users/rights.ts';
import { unshownVenueColumns, venueMembers } from '../venues/members.ts';
import { venueKind } from '../venues/venue.ts';
import {
  formerLanguages,
  memberNamesOf,
  type PublishedKind,
  pictureFor,
  reinstate,
  restoredStatus,
} from './kind.ts';
import { takeBack } from './merge.ts';
import { relinkNamed } from './relink.ts';
import { lastFormer, type RecordState } from './versions.ts';

export const venueHistory = namedHistory<VenueRow>(venueKind, venueMembers, unshownVenueColumns);
export const organizerHistory = namedHistory<OrganizerRow>(
  organizerKind,
  organizerMembers,
  unshownOrganizerColumns,
);

function namedHistory<Row extends ContactRow>(
  kind: ContactKind<Row>,
  members: DeclaredMembers<WithImage<Row>>,
  unshown: Readonly<Record<string, string | false>>,
): PublishedKind {
  const { type } = kind;
  // The state of a record comes from its row and its versions, so it has these columns.
  const asRow = (state: RecordState) => state as RecordState & Row & { created?: string | null };
  return {
    name: type,
    collection: KINDS[type].collection,
    memberNames: memberNamesOf(members, unshown),
    async find(db, id) {
      const row = await findContact(db, kind, { id });
      return row && contentOf(row);
    },
    async asShown(db, id) {
      const record = (await findContact(db, kind, { id }))!;
      return {
        states: ['', record.translations].map(drafts => async () => stateOf(record, drafts)),
        modifiedAt: async () => record.modified_at,
      };
    },
    lock: (db, id) => dialectOf(db).lockRow(db, tableOf(kind), id),
    mayEdit: (viewer, state) => (state ? mayEdit(viewer, asRow(state)) : mayCreate(viewer)),
    mayDelete: mayEditOthers,
    async show(id, state, current, context) {
      const row = asRow(state);
      const image = await pictureFor(context.db, context.viewer, row.image_id, current);
      return show(members, { ...row, id, image }, { ...context, single: false });
    },
    async restore(db, id, state, current, context) {
      const row = asRow(state);
      const image = await pictureFor(db, context.viewer, row.image_id, current);
      const patch = { ...patchOf(row, kind, context), image_id: row.image_id === null ? null : image?.id };
      if (current) {
        const found = (await findContact(db, kind, { id }))!;
        await updateContact(db, kind, found, patch, { ...context, operation: 'restore' });
      } else {
        const author = await reinstate(db, type, id, row, context);
        await keepVersion(db, context, { type, id, operation: 'restore', former: null });
        await insertContact(db, kind, { ...patch, author }, context, id);
      }
      if (!current || current.status === 'trash') {
        const trashed = await lastFormer(db, type, id, 'trash');
        await relinkNamed(db, context, type, id, await takeBack(db, context, type, id, trashed));
      }
      return id;
    },
    async delete(db, id) {
      await db.deleteFrom(linksOf(kind)).where(linkColumn(kind), '=', id).execute();
      await db.deleteFrom(tableOf(kind)).where('id', '=', id).execute();
    },
  };
}

/** The patch of a restoration. Texts are cleaned again, since the rules may have become stricter. */
function patchOf<Row extends ContactRow>(
  row: Row,
  kind: ContactKind<Row>,
  { texts = new PreparedTexts() }: Pick<WriteCall, 'texts'>,
): ContactPatch<Row> & { name: string } {
  const rich = (html: string) => texts.get('richText', html);
  const own = Object.keys(kind.blank).map(name => [name, row[name as keyof Row]]);
  return {
    name: plainText(row.name),
    description: rich(row.description),
    slug: row.slug ?? undefined,
    status: restoredStatus(row),
    languageState: formerLanguages(row, { name: plainText, description: rich }),
    date_utc: row.date_floats ? undefined : toWall(row.date_at, 'UTC'),
    own: Object.fromEntries(own) as Partial<Row>,
  };
}
