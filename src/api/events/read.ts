import type { EventRow } from '../../db/tables.ts';
import { findEventInReadModel } from '../../events/cached-records.ts';
import type { EventRecord } from '../../events/event.ts';
import { showEvent } from '../../events/members.ts';
import { eventState } from '../../events/state.ts';
import { findEventRow } from '../../events/store.ts';
import { eventFormats } from '../../formats/event-formats.ts';
import { prepareJsonLd } from '../../formats/json-ld/event.ts';
import { singleView } from '../../formats/render.ts';
import { isForParts, renderedEvent, renderRecords } from '../../formats/rendered-events.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { notAcceptable } from '../../http/documents.ts';
import { PRIVATE } from '../../http/headers.ts';
import { publicRead } from '../../http/operation.ts';
import type { Translations } from '../../i18n/language.ts';
import { eventWords } from '../../i18n/messages.ts';
import { type Arguments, type ArgumentValues, additional, text } from '../../input/arguments.ts';
import { ref } from '../../input/schemas.ts';
import { Json } from '../../lib/json.ts';
import { eventNotFound, readableEvent, unreadableOrLocked } from '../../reading/readable.ts';
import { withSubEvents } from '../../reading/sub-events.ts';
import type { View } from '../../records/members.ts';
import { contextArgument, inContext } from '../../records/translations/fields.ts';
import { mayEdit } from '../../users/rights.ts';
import { answerWithEvent, documentArguments } from './formats.ts';
import { type EventTarget, isPublicEvent, type PublicEvent } from './target.ts';

/** The password to read a protected event. */
const offeredPassword = text(eventWords.password_read);

/** The arguments of reads, by id and by other paths. */
const additions = { ...contextArgument, ...documentArguments };
export const readArguments = { password: offeredPassword, ...additions };
export const readArgumentsBeside = { password: additional(offeredPassword), ...additions };

type ReadValues = ArgumentValues<typeof readArguments>;

const readErrors = [400, 401, 403, ...unreadableOrLocked, notAcceptable(eventFormats)];

/** The read of an event, in any format. */
export const read = (words: Translations, declared: Arguments) =>
  publicRead<Arguments, EventTarget>({
    words,
    arguments: declared,
    documents: [
      {
        formats: eventFormats,
        operation: publicRead<Arguments, EventTarget>({
          ...{ words, arguments: declared },
          answers: { status: 200, schema: { type: 'string' }, errors: readErrors },
          handle: async ({ args, target, ...call }) => showDocument(target, args as ReadValues, call),
        }),
      },
    ],
    answers: { status: 200, schema: ref('Event'), errors: readErrors },
    async handle(bare) {
      const { args, target } = bare;
      const { password, context } = args as ReadValues;
      const call = inContext(bare, context, viewer => !isPublicEvent(target) && mayEdit(viewer, target));
      if (!isPublicEvent(target)) return show(target, password, call);
      const written = await writeSingle(target, password, call);
      if (written) return written;
      const row = await findEventRow(call.db, { id: target.entry.id });
      if (!row) throw eventNotFound(target.entry.id);
      return show(row, password, call);
    },
  });

/** The public event with this id, if the read model has it rendered, or can. */
export function publicEvent(call: BareCall, id: number): PublicEvent | undefined {
  if (!isForParts(call)) return undefined;
  const { index, version } = call.readModel!;
  const entry = index?.get(id);
  return entry?.traits.status === 'publish' && entry.hash === null ? { entry, version } : undefined;
}

/** Undefined if the row of the event is needed. */
const writeSingle = async (event: PublicEvent, password: unknown, call: BareCall) =>
  password === undefined ? renderedEvent(call.readModel!, event, singleView(call)) : undefined;

/** The event as a document. One that a password has opened is private, as in JSON. */
async function showDocument(
  target: EventTarget,
  { password, languages, expand }: ReadValues,
  call: BareCall,
): Promise<Answer> {
  const { readModel, db, viewer } = call;
  const stored = isPublicEvent(target)
    ? ((await findEventInReadModel(readModel, target.entry.id, viewer)) ??
      (await findEventRow(db, { id: target.entry.id })))
    : target;
  if (!stored) throw eventNotFound(isPublicEvent(target) ? target.entry.id : 0);
  const answer = await answerWithEvent(
    await readableEvent(stored, password, call),
    { languages, expand },
    call,
  );
  return password === undefined ? answer : { ...answer, until: undefined, headers: PRIVATE };
}

async function show(
  target: EventRow | EventRecord,
  password: unknown,
  call: BareCall & Pick<View, 'showsTranslations'>,
): Promise<Answer> {
  const event = await withSubEvents(await readableEvent(target, password, call), call);
  const view = singleView(call);
  if (password === undefined && isForParts(view)) {
    const [written] = (await renderRecords([event], view, undefined)) ?? [];
    if (written) return { body: new Json([written.whole]), until: Infinity, state: written.state };
  }
  await prepareJsonLd(event, view);
  const state = eventState(event, view.showsTranslations);
  const body = showEvent(event, view);
  if (password === undefined) return { body, until: Infinity, state };
  // A cache does not know passwords in bodies, so an event opened by a password is private.
  return { body, headers: PRIVATE, ...(call.viewer && { state }) };
}
