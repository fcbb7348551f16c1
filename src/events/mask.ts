import { type Members, show, type View } from '../records/members.ts';
import { blankColumns, type PlainFields } from '../records/plain-fields.ts';
import { textsAlone } from '../records/translations/stored.ts';
import { isLocked } from '../users/visible.ts';
import type { EventRecord } from './event.ts';
import { eventMembers } from './members.ts';
import { plainFields } from './plain-fields.ts';
import { behindPassword } from './protection.ts';

/** The members of an event that is locked by its password. */
export const maskedMembers = behindPassword(eventMembers);

/** The members of an event in a list: masked if the event is locked for the viewer. */
export const membersInList = (
  event: EventRecord,
  { viewer }: Pick<View, 'viewer'>,
  offeredHash: string | undefined,
): Members<EventRecord> => (isLocked(viewer, event, offeredHash) ? maskedMembers : eventMembers);

/** @param wanted the members to show; undefined for all */
export const showInList = (
  event: EventRecord,
  view: View,
  offeredHash: string | undefined,
  wanted?: ReadonlySet<string>,
) => show(membersInList(event, view, offeredHash), event, view, wanted);

/** The part of an event that its reader may see; what a password hides is empty. */
export const visiblePart = (shown: MaskedRow, event: EventRecord): EventRecord =>
  isMasked(shown)
    ? {
        ...event,
        ...HIDDEN,
        ...hiddenRule(event),
        translations: visibleTexts(event),
      }
    : event;

/** What people read of a protected event in every language. */
const visibleTexts = ({ translations }: Pick<EventRecord, 'translations'>): string =>
  textsAlone(translations, ['title', 'slug']);

/** A password hides when the whole series takes place, and its texts. */
const hiddenRule = ({ series }: EventRecord): Pick<EventRecord, 'series'> =>
  series ? { series: { ...series, recurrence: '', translations: visibleTexts(series) } } : {};

/** A flag is null only where the mask replaces it. */
const isMasked = ({ all_day }: MaskedRow): boolean => all_day === null;

type MaskedRow = { readonly all_day?: unknown };

const hiddenFields: PlainFields = Object.fromEntries(
  Object.entries<PlainFields[string]>(plainFields).filter(([, { isOpen }]) => !isOpen),
);

/** What a password hides, as an event without it. */
const HIDDEN = {
  ...{ description: '', excerpt: '', image_id: null, image: undefined, all_day: 0, cost: null, website: '' },
  ...{ venues: [], organizers: [], categories: [], tags: [] },
  ...blankColumns(hiddenFields),
} satisfies Partial<EventRecord>;
