import { eventFields } from '../../events/fields.ts';
import { writtenLinks } from '../../events/linked.ts';
import { eventMembers } from '../../events/members.ts';
import { newHash } from '../../events/protection.ts';
import { areResolved, type SentLinks } from '../../events/resolve-links.ts';
import type { BareCall } from '../../http/call.ts';
import { createIdempotently } from '../../http/idempotency/answer-idempotently.ts';
import { operation } from '../../http/operation.ts';
import { eventOperationWords } from '../../i18n/messages.ts';
import { writeWithImages } from '../../images/input.ts';
import { additional, unless } from '../../input/arguments.ts';
import { ref } from '../../input/schemas.ts';
import type { ImagePatch } from '../../records/fields.ts';
import { newId } from '../../records/table.ts';
import { creation, keepVersion } from '../../records/versions/record-change.ts';
import { newSeriesArguments, readRecurrenceId } from '../../series/arguments.ts';
import { assertInEarnest, orRehearse } from '../../series/dry-run.ts';
import { readSeries } from '../../series/input.ts';
import { isSeries } from '../../series/recurrence.ts';
import { insertSeries } from '../../series/write.ts';
import { mayCreate } from '../../users/rights.ts';
import { convertedTexts, imagesOf, linkErrors, newPassword, partsOf, patchOf, plan, shown } from './write.ts';

/** The creation of an event, or of a series, with all that it links to. */
export const create = operation({
  methods: ['POST'],
  words: eventOperationWords.create,
  members: eventMembers,
  arguments: {
    ...eventFields,
    start_date: unless('dates', eventFields.start_date),
    end_date: unless('dates', eventFields.end_date),
    ...newSeriesArguments,
    password: additional(newPassword),
    recurrence_id: { ...readRecurrenceId, additional: 'silent' },
  },
  may: mayCreate,
  answers: {
    ...{ status: 201, schema: ref('Event') },
    errors: [400, ...linkErrors, 401, 403],
  },
  async handle({ args: { recurrence_id: isOccurrence, ...sent }, ...call }) {
    // An occurrence is copied as an event of its own.
    const args = isOccurrence ? { ...sent, recurrence: undefined } : sent;
    const { fields, input, isDry } = partsOf(args);
    const password_hash = await newHash(call.db, args.password);
    const series = await readSeries(input, undefined, [], call);
    const texts = await convertedTexts(call, args);
    const write = () =>
      writeWithImages(call, imagesOf(args), (db, imageId) => {
        const make = async () => {
          // Records that the write creates as well have lower ids.
          const drawn = createsNothingElse(fields) ? newId(db, 'event', creation(call)) : undefined;
          drawn?.catch(() => {});
          const { patch, locked } = await patchOf(db, fields, call, imageId);
          const { title, website } = args;
          const event = { ...patch, ...series, title, website: website ?? undefined, password_hash };
          const id = await drawn;
          const { row, changes } = await insertSeries(db, { patch: event, id }, { ...call, texts, isDry });
          assertInEarnest(isDry, changes);
          if (call.batch) await keepVersion(db, call, { ...CREATION, id: row.id });
          // A series also shows its occurrences.
          const links = isSeries(row) ? undefined : writtenLinks(db, patch, locked);
          links?.catch(() => {});
          return { row, links };
        };
        const show = async (call: BareCall, { row, links }: Awaited<ReturnType<typeof make>>) => ({
          status: 201,
          ...(await shown(call, row, texts, await links)),
        });
        return createIdempotently(db, call, 'event', make, show);
      });
    return (await orRehearse(write, changes => async () => plan(changes)))();
  },
});

/** What a batch remembers of an event that it makes. */
const CREATION = { type: 'event', operation: 'create', former: null } as const;

/** Whether a create makes nothing but the event: no picture, venue, organizer or term. */
const createsNothingElse = ({ image, ...links }: SentLinks & { image?: ImagePatch | undefined }): boolean =>
  (typeof image !== 'object' || 'id' in image) && areResolved(links);
