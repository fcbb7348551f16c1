import { PreparedTexts } from '../../background/texts.ts';
import { nameless } from '../../contacts/create.ts';
import type { Db, EventRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { InvalidValue, Refused } from '../../errors.ts';
import { eventFields } from '../../events/fields.ts';
import { type LockedContacts, type WrittenLinks, withLinks, withWrittenLinks } from '../../events/linked.ts';
import { linkedImages } from '../../events/links.ts';
import { eventMembers, showEvent } from '../../events/members.ts';
import { translatedColumns } from '../../events/plain-fields.ts';
import { newHash } from '../../events/protection.ts';
import { resolveLinks } from '../../events/resolve-links.ts';
import { asShown, eventState } from '../../events/state.ts';
import type { EventPatch } from '../../events/store.ts';
import { eventTimes, type Times } from '../../events/times.ts';
import { descriptionOf, prepareJsonLd } from '../../formats/json-ld/event.ts';
import { listedView, singleView } from '../../formats/render.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { forbidden, refusal } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import type { Translations } from '../../i18n/language.ts';
import { eventWords } from '../../i18n/messages.ts';
import { type ImageId, writeWithImages } from '../../images/input.ts';
import { type Argument, type Arguments, type ArgumentValues, optional, text } from '../../input/arguments.ts';
import { ref } from '../../input/schemas.ts';
import { fragment, Json } from '../../lib/json.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import { writeBoth } from '../../records/members.ts';
import { translatedPermalink } from '../../records/published-members.ts';
import { assertHolds, tagOfJson } from '../../records/state.ts';
import { translateField } from '../../records/translations/fields.ts';
import { asTranslation } from '../../records/translations/merge.ts';
import { textsOf } from '../../records/translations/stored.ts';
import { scopeArguments, seriesArguments } from '../../series/arguments.ts';
import { assertInEarnest, changesFor, orRehearse, type ShownChange, showPlan } from '../../series/dry-run.ts';
import { type EditScope, editEvent, trashEvent } from '../../series/edit.ts';
import type { SeriesInput } from '../../series/input.ts';
import { type LockedEvent, lockWithSeries } from '../../series/occurrences.ts';
import { assertEditsAll } from '../../series/restore-series.ts';
import { asEditor, mayCreate, mayEdit, type Viewer } from '../../users/rights.ts';
import { venueKind } from '../../venues/venue.ts';
import { type EventTarget, isPublicEvent, type StoredEvent, storedEvent } from './target.ts';

/** The errors of inline venues and organizers without a name. */
export const linkErrors = [nameless(venueKind), nameless(organizerKind)];

const anyPassword = text(eventWords.password_write, password => password, { empty: true });

/** The password to set; '' removes it. One of which nothing can be stored must not make a public event. */
export const newPassword: Argument<string> = {
  ...anyPassword,
  read(sent, reading) {
    const password = anyPassword.read(sent, reading);
    return password === '' && sent !== '' ? new Refused('expected_text') : password;
  },
};

/** The arguments of an update. */
export const editable = optional({ ...eventFields, ...seriesArguments, ...translateField });

export const update = (words: Translations, declared: Arguments) =>
  operation<Arguments, EventTarget>({
    methods: ['POST', 'PUT', 'PATCH'],
    words,
    arguments: declared,
    members: eventMembers,
    shown: async (call, target) => shownForEditing(storedEvent(target), call),
    may: mayEditTarget,
    answers: { status: 200, schema: ref('Event'), errors: [400, ...linkErrors, 401, 403] },
    async handle({ args: declaredArgs, target: named, ...call }) {
      const target = storedEvent(named);
      // Every update declares these arguments.
      const sent = declaredArgs as Partial<ArgumentValues<typeof editable>> & { password?: string };
      const args = asTranslation(sent, translatedColumns, target, call);
      const { fields, input, scope, isDry } = partsOf(args);
      const password_hash = await newHash(call.db, args.password);
      assertTimes(input, target, call);
      const texts = await convertedTexts(call, args, target);
      const write = () =>
        writeWithImages(call, imagesOf(args), async (db, imageId) => {
          const locked = await stillEditable(db, target.id, scope, call.viewer);
          await assertHolds(call.conditions, asShown(db, locked.event, call.viewer));
          const website = websiteOf(args, locked.event, call);
          const resolved = await patchOf(db, fields, call, imageId);
          const patch = { ...resolved.patch, website, password_hash };
          const context = { ...call, texts, isDry };
          const { row, changes } = await editEvent(db, locked, scope, { patch, input }, context);
          assertInEarnest(isDry, changesFor(call.viewer, locked, changes));
          return async () => shown(call, row, texts);
        });
      return (await orRehearse(write, changes => async () => plan(changes)))();
    },
  });

/** The arguments of a deletion. */
export const removable = scopeArguments;

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
    async handle({ args, target: named, ...call }) {
      const target = storedEvent(named);
      // Every deletion declares these arguments.
      const { scope, dry_run } = args as ArgumentValues<typeof removable>;
      const texts = await convertedTexts(call, {}, target);
      const write = () =>
        inTransaction(call.db, async db => {
          const locked = await stillEditable(db, target.id, scope, call.viewer);
          if (locked.event.status === 'trash') throw refusal(410, 'event-is-in-trash');
          await assertHolds(call.conditions, asShown(db, locked.event, call.viewer));
          // The right to edit has been checked; a role must not change the status `trash` to another one.
          const viewer = asEditor(call.viewer);
          const trashing = { ...call, texts, isDry: dry_run, viewer };
          const { row, changes } = await trashEvent(db, locked, scope, trashing);
          assertInEarnest(dry_run, changesFor(call.viewer, locked, changes));
          return async () => shown(call, row, texts);
        });
      return (await orRehearse(write, changes => async () => plan(changes)))();
    },
  });

/** The answer to a dry run. */
export const plan = (changes: readonly ShownChange[]): Answer => ({ body: showPlan(changes) });

type EventInput = Partial<ArgumentValues<typeof editable>>;

/** The parts of what was sent: fields of the event, when it takes place, and how to write it. */
export function partsOf({ recurrence, dates, scope, dry_run: isDry, ...fields }: EventInput) {
  if (recurrence !== undefined && dates !== undefined)
    throw new InvalidValue('dates', new Refused('expected_either', { other: 'recurrence' }));
  const { start_date, end_date, timezone, all_day, ...others } = fields;
  return {
    fields: others,
    input: { start_date, end_date, timezone, all_day, recurrence, dates },
    scope,
    isDry,
  };
}

/** Refuses impossible times before pictures are fetched. */
function assertTimes(input: SeriesInput, current: Times, call: BareCall): void {
  const times = eventTimes(input, current, call);
  if ('refused' in times) throw new InvalidValue(times.name, times.refused);
}

/** Converts the texts of an event after a write for searches, and for its structured data. */
export async function convertedTexts(
  { viewer, textLanguage }: BareCall,
  input: EventInput,
  current?: Pick<EventRow, 'description' | 'excerpt' | 'translations'>,
): Promise<PreparedTexts> {
  const { description = '', excerpt = '' } = { ...current, ...input };
  const translated = LONG.flatMap(name => [
    ...textsOf(current?.translations, name),
    ...[...(input.translations?.values() ?? [])].flatMap(patch => patch?.texts[name] ?? []),
  ]);
  const texts = new PreparedTexts();
  await texts.prepare(viewer, 'searchable', [description, excerpt, ...translated]);
  await texts.prepare(viewer, 'escapedTextOf', [
    descriptionOf({ description, excerpt }),
    // The answer is in the language of the request.
    ...(textLanguage ? translated : []),
  ]);
  return texts;
}

const LONG = ['description', 'excerpt'] as const;

const mayEditTarget = (viewer: Viewer, event: EventTarget | undefined): boolean =>
  event && !isPublicEvent(event) ? mayEdit(viewer, event) : mayCreate(viewer);

/**
 * Reads the event again within the transaction, with its series, and checks the rights again: all may have changed
 * meanwhile.
 */
async function stillEditable(
  db: Db,
  id: number,
  scope: EditScope | undefined,
  viewer: Viewer,
): Promise<LockedEvent> {
  const locked = await lockWithSeries(db, id);
  if (!locked || !mayEdit(viewer, locked.event)) throw forbidden(true);
  const reached = scope === undefined || scope === 'this' ? locked.event : (locked.series ?? locked.event);
  await assertEditsAll(db, reached, viewer);
  return locked;
}

/** The answer to a write: the event as this request wrote it. */
export async function shown(
  call: BareCall,
  row: EventRow,
  texts: PreparedTexts,
  links?: WrittenLinks,
): Promise<Answer> {
  const event = links
    ? await withWrittenLinks(call.db, row, links, call.viewer)
    : (await withLinks(call.db, [row], call.viewer))[0]!;
  const view = singleView(call);
  await prepareJsonLd(event, view, texts);
  const { single, listed } = writeBoth(eventMembers, event, view, listedView(call));
  // The answer to an idempotency key is stored as an object.
  const whole = call.whole === true && call.idempotencyKey === undefined;
  const body = whole ? new Json([fragment(listed)]) : showEvent(event, listedView(call));
  return { body, headers: tagOfJson(single, eventState(event)) };
}

/** The event as its editor can have read it. */
async function shownForEditing(stored: StoredEvent, call: BareCall): Promise<Record<string, unknown>> {
  const event = 'venues' in stored ? stored : (await withLinks(call.db, [stored], call.viewer))[0]!;
  return showEvent(event, { ...listedView(call), showsTranslations: true });
}

/** The website that an update sets. An event without one shows its own address, which clients send back. */
function websiteOf({ website }: EventInput, current: EventRow, call: BareCall): string | undefined {
  const shown = translatedPermalink('event', current, listedView(call));
  if (website === shown && current.website === null) return undefined;
  return website === null ? '' : website;
}

export const imagesOf = ({ image, venue, organizer }: EventInput) => [
  { name: 'image', patch: image },
  ...linkedImages(venue, organizer),
];

/** The patch of a write, with its links resolved to ids. Missing venues, organizers and terms are created here. */
export async function patchOf(
  db: Db,
  fields: ReturnType<typeof partsOf>['fields'],
  call: BareCall,
  imageId: ImageId,
): Promise<{ patch: EventPatch; locked: LockedContacts }> {
  const { image, venue, organizer, categories, tags, website: _, ...columns } = fields;
  const image_id = await imageId(db, image);
  const { ids, locked } = await resolveLinks(db, { venue, organizer, categories, tags }, call, imageId);
  return { patch: { ...columns, image_id, ...ids }, locked };
}
