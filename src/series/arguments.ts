import { Refused } from '../errors.ts';
import { answerWords, eventWords as words } from '../i18n/messages.ts';
import { type Argument, type Arguments, additional, boolean, textOrNothing } from '../input/arguments.ts';
import { hidesNothing, ignoredHiding } from '../input/read-arguments.ts';
import { type JsonSchema, objectOf } from '../input/schemas.ts';
import { MAX_TEXT } from '../limits.ts';
import { MAX_DATES } from '../recurrence/rule.ts';
import { type EditScope, scopes } from './edit.ts';
import type { DateInput } from './input.ts';

const listOrNothing = (item: JsonSchema, ...others: JsonSchema[]): JsonSchema => ({
  anyOf: [{ type: 'array', items: item, maxItems: MAX_DATES }, ...others, { type: 'null' }],
});

/** Lines of RFC 5545; none for a single event. */
const recurrence: Argument<readonly string[]> = {
  schema: { items: { type: 'string' } },
  accepts: listOrNothing({ type: 'string' }, { type: 'string' }),
  words: words.recurrence,
  nullable: true,
  read(sent) {
    const lines = sent === null ? [] : Array.isArray(sent) ? sent : [sent];
    const texts = lines.map(textOrNothing).flatMap(line => line?.split(/\r?\n/) ?? [undefined]);
    const isShort = texts.reduce((sum, line) => sum + (line?.length ?? 0), 0) <= MAX_TEXT;
    if (texts.includes(undefined) || !isShort) return new Refused('expected_recurrence');
    return (texts as string[]).filter(line => line.trim() !== '');
  },
};

const MOMENT = { type: ['string', 'integer'] };

/** All dates of an event; none for a single one. They are read in the zone of the event. */
const dates: Argument<readonly DateInput[]> = {
  schema: { items: { type: 'object' } },
  accepts: listOrNothing(objectOf({ start_date: MOMENT, end_date: MOMENT })),
  words: words.dates,
  nullable: true,
  unknownIn: sent =>
    (Array.isArray(sent) ? sent : []).flatMap(item =>
      isDate(item) ? Object.keys(item).filter(name => name !== 'start_date' && name !== 'end_date') : [],
    ),
  read(sent) {
    if (sent === null || sent === '') return [];
    const isList = Array.isArray(sent) && sent.every(isDate);
    if (!isList) return new Refused('expected_dates');
    if (sent.length > MAX_DATES) return new Refused('expected_too_many', { max: MAX_DATES });
    // A date is shown as its event is.
    const [hiding] = sent.flatMap(date => ignoredHiding({}, new Map(Object.entries(date))));
    return hiding === undefined ? sent : new Refused(hidesNothing.key, { name: `dates.${hiding}` });
  },
};

const isDate = (item: unknown): item is DateInput =>
  typeof item === 'object' &&
  item !== null &&
  ['start_date', 'end_date'].every(name =>
    ['string', 'number'].includes(typeof (item as Record<string, unknown>)[name]),
  );

const scope: Argument<EditScope> = {
  schema: { type: 'string' },
  accepts: { type: 'string', enum: [...scopes] },
  words: words.scope,
  read: sent => scopes.find(known => known === sent) ?? new Refused('expected_scope'),
};

/** The document has an operation of its own for each dry run, since its answer is another one. */
const dryRun = { ...boolean(words.dry_run), additional: 'silent' } as const;

/** The arguments by which an event becomes a series. */
export const newSeriesArguments = {
  recurrence: additional(recurrence),
  dates: additional(dates),
  dry_run: dryRun,
} satisfies Arguments;

/** The date that an answer about an occurrence names: with it, the rule says nothing of the event that is sent. */
export const readRecurrenceId: Argument<boolean> = {
  ...{ schema: {}, words: answerWords.recurrence_id, nullable: true },
  read: sent => sent !== null && sent !== '',
};

/** The arguments of a deletion of a series, or of occurrences. */
export const scopeArguments = { scope: additional(scope), dry_run: dryRun } satisfies Arguments;

/** The arguments of an update of a series, or of occurrences. */
export const seriesArguments = { ...newSeriesArguments, ...scopeArguments } satisfies Arguments;
