import { PreparedTexts } from '../../background/texts.ts';
import type { Db, EventRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { eventFields } from '../../events/fields.ts';
import { withLinks } from '../../events/linked.ts';
import { linkedImages } from '../../events/links.ts';
import { showEvent } from '../../events/members.ts';
import { newHash } from '../../events/password.ts';
import { resolveOrganizers, resolveTerms, resolveVenues } from '../../events/resolve-links.ts';
import { asShown, eventState } from '../../events/state.ts';
import { type EventPatch, holdEventRow, insertEventRows, updateEvent } from '../../events/store.ts';
import { eventTimes, type Times } from '../../events/times.ts';
import { descriptionOf, prepareJsonLd } from '../../formats/json-ld/event.ts';
import { listedView, singleView } from '../../formats/views.ts';
import { type Arguments, type ArgumentValues, optional } from '../../http/arguments.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { assertHolds } from '../../http/conditions.ts';
import { forbidden, invalidParameter, refusal } from '../../http/errors.ts';
import { createIdempotently } from '../../http/idempotency/answer-idempotently.ts';
import { operation } from '../../http/operation.ts';
import { ref } from '../../http/schemas.ts';
import type { Translations } from '../../i18n/language.ts';
import { eventOperationWords } from '../../i18n/messages.ts';
import { type ImageId, writeWithImages } from '../../images/input.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import { nameless } from '../../places/name.ts';
import { tagHeader } from '../../records/state.ts';
import type { PlaceType } from '../../records/table.ts';
import { asEditor, mayCreate, mayEdit, type Viewer } from '../../users/rights.ts';
import { venueKind } from '../../venues/venue.ts';
import { type EventTarget, isPublicEvent, storedEvent } from './target.ts';

/** The errors of inline venues and organizers without a name. */
const linkErrors = [nameless(venueKind), nameless(organizerKind)];

export const create = operation({
  methods: ['POST'],
  words: eventOperationWords.create,
  arguments: eventFields,
  may: mayCreate,
  answers: { status: 201, schema: ref('Event'), errors: [400, ...linkErrors, 401, 403] },
  async handle({ args, ...call }) {
    const times = timesOf(args, undefined, call);
    const texts = await convertedTexts(call.viewer, args);
    const answer = await writeWithImages(call, imagesOf(args), (db, imageId) => {
      const make = async () => {
        const patch = await patchOf(db, args, times, call, imageId);
        const event = { ...patch, title: args.title, website: args.website ?? undefined };
        const [row] = await insertEventRows(db, [{ patch: event }], { ...call, texts });
        return { row: row!, unlinked: unlinkedIn(patch) };
      };
      const show = async (call: BareCall, { row, unlinked }: Awaited<ReturnType<typeof make>>) => ({
        status: 201,
        ...(await shown(call, row, texts, unlinked)),
      });
      return createIdempotently(db, call, 'event', make, show);
    });
    return answer();
  },
});

/** The arguments of an update. */
export const editable = optional(eventFields);

export const update = (words: Translations, declared: Arguments) =>
  operation<Arguments, EventTarget>({
    methods: ['POST', 'PUT', 'PATCH'],
    words,
    arguments: declared,
    may: mayEditTarget,
    answers: { status: 200, schema: ref('Event'), errors: [400, ...linkErrors, 401, 403] },
    async handle({ args: declaredArgs, target: named, ...call }) {
      const target = storedEvent(named);
      // Every update declares these arguments.
      const args = declaredArgs as Partial<ArgumentValues<typeof eventFields>> & { password?: string };
      const password_hash = await newHash(call.db, args.password);
      timesOf(args, target, call);
      const texts = await convertedTexts(call.viewer, { ...target, ...args });
      const row = await writeWithImages(call, imagesOf(args), async (db, imageId) => {
        const current = await stillEditable(db, target.id, call.viewer);
        await assertHolds(call.conditions, asShown(db, current, call.viewer));
        const patch = await patchOf(db, args, timesOf(args, current, call), call, imageId);
        const website = args.website === null ? '' : args.website;
        return updateEvent(db, current, { ...patch, website, password_hash }, { ...call, texts });
      });
      return shown(call, row, texts);
    },
  });

export const remove = (words: Translations, declared: Arguments) =>
  operation<Arguments, EventTarget>({
    methods: ['DELETE'],
    words,
    arguments: declared,
    may: mayEditTarget,
    answers: {
      status: 200,
      schema: ref('Event'),
      errors: [400, 401, 403, refusal(410, 'event-is-in-trash')],
    },
    async handle({ target: named, ...call }) {
      const target = storedEvent(named);
      const texts = await convertedTexts(call.viewer, target);
      const row = await inTransaction(call.db, async db => {
        const current = await stillEditable(db, target.id, call.viewer);
        if (current.status === 'trash') throw refusal(410, 'event-is-in-trash');
        await assertHolds(call.conditions, asShown(db, current, call.viewer));
        // The right to edit has been checked; a role must not change the status `trash` to another one.
        const trashing = { ...call, texts, viewer: asEditor(call.viewer) };
        return updateEvent(db, current, { status: 'trash' }, trashing);
      });
      return shown(call, row, texts);
    },
  });

/** Converts the texts of an event for searches and for its structured data. */
async function convertedTexts(
  viewer: Viewer,
  { description = '', excerpt = '' }: Partial<Pick<EventRow, TextField>>,
) {
  const texts = new PreparedTexts();
  await texts.prepare(viewer, 'searchable', [description, excerpt]);
  await texts.prepare(viewer, 'escapedTextOf', [descriptionOf({ description, excerpt })]);
  return texts;
}

type TextField = 'description' | 'excerpt';

const mayEditTarget = (viewer: Viewer, event: EventTarget | undefined): boolean =>
  event && !isPublicEvent(event) ? mayEdit(viewer, event) : mayCreate(viewer);

/** Reads the event again within the transaction, and checks the right again: both may have changed meanwhile. */
async function stillEditable(db: Db, id: number, viewer: Viewer): Promise<EventRow> {
  const current = await holdEventRow(db, id);
  if (!current || !mayEdit(viewer, current)) throw forbidden(true);
  return current;
}

/** The types of places that a new event has no links to. */
const unlinkedIn = ({ venue_ids = [], organizer_ids = [] }: EventPatch): PlaceType[] => [
  ...(venue_ids.length === 0 ? (['venue'] as const) : []),
  ...(organizer_ids.length === 0 ? (['organizer'] as const) : []),
];

/** The answer to a write: the event as this request wrote it. */
async function shown(
  call: BareCall,
  row: EventRow,
  texts: PreparedTexts,
  unlinked?: readonly PlaceType[],
): Promise<Answer> {
  const [event] = await withLinks(call.db, [row], call.viewer, unlinked);
  await prepareJsonLd(event!, texts);
  const read = showEvent(event!, singleView(call));
  const body = showEvent(event!, listedView(call));
  return { body, headers: await tagHeader(read, eventState(event!)) };
}

type EventInput = Partial<ArgumentValues<typeof eventFields>>;

function timesOf(input: EventInput, current: Times | undefined, call: BareCall): Times {
  const times = eventTimes(input, current, call);
  if ('refused' in times) throw invalidParameter(times.name, times.refused);
  return times;
}

const imagesOf = ({ image, venue, organizer }: EventInput) => [
  { name: 'image', patch: image },
  ...linkedImages(venue, organizer),
];

/** The patch of a write, with its links resolved to ids. Missing venues, organizers and terms are created here. */
async function patchOf(
  db: Db,
  input: EventInput,
  times: Times,
  call: BareCall,
  imageId: ImageId,
): Promise<EventPatch> {
  const { image, venue, organizer, categories, tags, website: _, ...said } = input;
  return {
    ...said,
    times,
    image_id: await imageId(db, image),
    venue_ids: venue && (await resolveVenues(db, venue, call, imageId)),
    organizer_ids: organizer && (await resolveOrganizers(db, organizer, call, imageId)),
    category_ids: categories && (await resolveTerms(db, 'category', categories, call)),
    tag_ids: tags && (await resolveTerms(db, 'tag', tags, call)),
  };
}
