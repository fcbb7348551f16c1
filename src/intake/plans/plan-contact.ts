import { sql } from 'kysely';
import {
  type ContactKind,
  type ContactPatch,
  findContact,
  insertContact,
  tableOf,
  updateContact,
} from '../../contacts/store.ts';
import { dialectOf } from '../../db/dialect.ts';
import { rowsOf } from '../../db/prepared.ts';
import type { Db, OrganizerRow, VenueRow } from '../../db/tables.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import type { ContactTable, ContactType } from '../../kinds.ts';
import { idsOf, type JsonObject } from '../../lib/objects.ts';
import { matchKey } from '../../lib/text/keys.ts';
import { fold, foldKeepingDots } from '../../lib/text/search-terms.ts';
import { type ImportedOrganizerMember, organizerMembers } from '../../organizers/members.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import type { Carried } from '../../records/members.ts';
import { claimId } from '../../records/table.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';
import { creation } from '../../records/versions/record-change.ts';
import { type ImportedVenueMember, venueMembers } from '../../venues/members.ts';
import { venueKind } from '../../venues/venue.ts';
import { calendarKey, hashOf, type Identity, identify, type Origin } from '../identity.ts';
import { provenanceOf } from '../imported.ts';
import { importedValues, pictured } from '../reading/compared-values.ts';
import { readOrganizer, readVenue } from '../reading/read-contact.ts';
import { languageStates } from '../reading/read-languages.ts';
import { extrasOf, type ReadRecord, type SourceContext } from '../reading/read-record.ts';
import { addressesIn } from '../reading/source-addresses.ts';
import { translationsHash } from '../reading/source-languages.ts';
import { noteLeftOut } from '../reading/unknown-members.ts';
import { idOf, textOf } from '../reading/values.ts';
import { authorOf, type ImportRun, ownBy } from '../run.ts';
import type { ImportPlan, RecordWrites } from './plan.ts';

// The members that stored fingerprints begin with, in their order.
const SHARED_MEMBERS = ['description', 'slug', 'status', 'date_utc', 'website', 'phone'] as const;
const FIRST_VENUE_MEMBERS = [
  ...(['venue', ...SHARED_MEMBERS, 'address', 'city', 'country', 'province', 'state', 'zip'] as const),
  ...(['stateprovince', 'show_map', 'show_map_link', 'geo_lat', 'geo_lng'] as const),
] satisfies ImportedVenueMember[];
const FIRST_ORGANIZER_MEMBERS = ['organizer', ...SHARED_MEMBERS, 'email'] satisfies ImportedOrganizerMember[];

type ContactPatchOf<Row> = ContactPatch<Row> & { name: string };
type Candidate = VenueRow & OrganizerRow;

/** How a record of one kind is read, compared and recognised. */
interface PlannedKind<Row extends VenueRow | OrganizerRow> {
  readonly kind: ContactKind<Row>;
  readonly members: Readonly<Record<string, Carried>>;
  /** The members that stored fingerprints begin with. */
  readonly first: readonly string[];
  readonly read: (record: JsonObject, source: SourceContext) => ReadRecord<ContactPatchOf<Row>>;
  /** Whether a record of the same name has no other place or address. */
  readonly isSame: (own: Partial<Row>, candidate: Candidate) => boolean;
}

type PlanContact = (run: ImportRun, record: JsonObject, origin: Origin) => ImportPlan;

const planned =
  <Row extends VenueRow | OrganizerRow>(of: PlannedKind<Row>): PlanContact =>
  (run, record, origin) => {
    const { type } = of.kind;
    const identity = identify(record, textOf(record[type]), origin);
    const extras = extrasOf(record, run.source);
    const id = idOf(record.id);
    return {
      ...{ type, identity, id },
      own: ownBy(run, origin, identity.base, { id, slug: textOf(record.slug) }, extras),
      core: hashOf([
        ...importedValues(record, of.members, of.first),
        run.source.isCalendar ? {} : extras,
        run.source.isExport && textOf(record.author),
        ...(run.options.language ? [run.options.language] : []),
      ]),
      translations: translationsHash(record, run.source),
      ...pictured(record, run),
      provenance: extras.imported,
      addresses: addressesIn(run, type, record, extras, identity),
      links: [],
      read(translates) {
        const read = of.read(record, run.source);
        if ('refused' in read) return read;
        noteLeftOut(run, type, record, identity);
        const { patch, notes } = read;
        const languageState = languageStates(run, type, record, notes, translates);
        const contact = { patch, identity, author: textOf(record.author), languageState };
        return { notes, patch: contactWrites(run, of, contact) };
      },
    };
  };

/** Plans a venue or an organizer. */
export const planContact: Readonly<Record<ContactType, PlanContact>> = {
  venue: planned<VenueRow>({
    ...{ kind: venueKind, members: venueMembers, first: FIRST_VENUE_MEMBERS, read: readVenue },
    isSame: (own, venue) => fold(own.city ?? '') === fold(venue.city) && agrees(own.address, venue.address),
  }),
  organizer: planned<OrganizerRow>({
    ...{ kind: organizerKind, members: organizerMembers, first: FIRST_ORGANIZER_MEMBERS },
    ...{ read: readOrganizer, isSame: (own, organizer) => agrees(own.email, organizer.email) },
  }),
};

/** A venue or an organizer that was read. */
interface PlannedContact<Row> {
  readonly patch: ContactPatchOf<Row>;
  readonly identity: Identity;
  readonly author: string;
  /** The languages that it has here. */
  languageState(current?: LanguageColumns): ContactPatchOf<Row>['languageState'];
}

/** How a venue or an organizer is written. */
function contactWrites<Row extends VenueRow | OrganizerRow>(
  run: ImportRun,
  of: PlannedKind<Row>,
  { patch, identity, author, languageState }: PlannedContact<Row>,
): RecordWrites {
  const { kind } = of;
  const modified_at = patch.kept?.modified_at ?? run.context.now;
  return {
    isLinkable: patch.status !== 'trash',
    // Nameless records have only the lack of a name in common.
    same: async db =>
      patch.name === interfaceWords.no_name[run.config.LANGUAGE]
        ? undefined
        : sameNamed(db, run, of, patch, identity),
    async insert(db, id, image_id) {
      const claimed = id !== undefined && (await claimId(db, kind.type, id, creation(run.context)));
      const author_id = authorOf(run, author, true);
      const whole = { ...patch, author: author_id, image_id, languageState: languageState() };
      const made = await insertContact(db, kind, whole, run.context, claimed ? id : undefined);
      run.matched.set(`${made} ${identity.base}`, identity.key);
      return { id: made, modified_at };
    },
    async update(db, { local_id: id, edited }, image_id) {
      await dialectOf(db).lockRow(db, tableOf(kind), id);
      const current = (await findContact(db, kind, { id }))!;
      // Once a record was edited here, its editors decide about its status.
      const status = edited ? undefined : patch.status;
      const whole = {
        ...{ ...patch, status, author: authorOf(run, author, false), image_id },
        languageState: languageState(current),
      };
      await updateContact(db, kind, current, whole, run.context);
      return { id, modified_at };
    },
  };
}

/**
 * The existing record that a new one matches although it was never imported: it has the same name, and no different
 * place, address or description. Two records of one site never match.
 */
async function sameNamed<Row extends VenueRow | OrganizerRow>(
  db: Db,
  { matched }: ImportRun,
  { kind, isSame }: PlannedKind<Row>,
  patch: ContactPatchOf<Row>,
  { base, key }: Identity,
): Promise<number | undefined> {
  const folded = fold(patch.name);
  const rows = await rowsOf(db, candidates[kind.type], [folded]);
  // Each kind compares its own columns.
  const hasText = ({ match_key }: Candidate) =>
    !patch.description || matchKey(folded, patch.description) === match_key;
  const same = (rows as Candidate[]).filter(row => hasText(row) && isSame(patch.own, row));
  const sources = await provenanceOf(db, kind.type, idsOf(same));
  // Organizers of calendars and sheets were once known by their address alone.
  const former = calendarKey(base, foldKeepingDots((patch.own as Partial<OrganizerRow>).email || ' '));
  const isOfSite = ({ id }: Candidate) =>
    (matched.get(`${id} ${base}`) ?? key) !== key ||
    (sources.get(id) ?? []).some(({ source }) => /^(.*)[?#]/.exec(source)?.[1] === base && source !== former);
  const found = same.find(row => !isOfSite(row))?.id;
  if (found !== undefined) matched.set(`${found} ${base}`, key);
  return found;
}

const MAX_CANDIDATES = 50;

const candidatesIn = (table: ContactTable) => (db: Db) =>
  db
    .selectFrom(table)
    .selectAll()
    .where('folded_name', '=', '')
    .where('status', '!=', sql.lit('trash'))
    .orderBy('id')
    .limit(sql.lit(MAX_CANDIDATES));

/** Records with the same name. */
const candidates = { venue: candidatesIn('venues'), organizer: candidatesIn('organizers') };

/** Whether `a` is empty or equal to `b`. */
const agrees = (a = '', b: string): boolean => a === '' || b === '' || fold(a) === fold(b);
