import { RestError } from '../../http/errors.ts';
import type { Language } from '../../i18n/language.ts';
import { type FocalPoint, focalPoint } from '../../images/image.ts';
import { eventNotFound } from '../../reading/readable.ts';
import { CANONICAL } from '../../site/address.ts';
import { mayCreate } from '../../users/rights.ts';
import { type Answered, bodyOf } from '../ask.ts';
import type { AdminCall } from '../page.ts';

/** The members of an event that the administration shows, as the interface has them. */
export interface ShownEvent {
  readonly id: number;
  readonly status: string;
  readonly author: string;
  /** When it is published, in the zone of the site. */
  readonly date: string;
  readonly modified: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly image: false | ShownImage;
  readonly all_day: boolean;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly cost: string;
  readonly website: string;
  readonly hide_from_listings: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categories: readonly ShownTerm[];
  readonly tags: readonly ShownTerm[];
  readonly venue: ShownVenue | readonly ShownVenue[];
  readonly organizer: readonly { readonly organizer: string }[];
  readonly is_virtual: boolean;
  readonly virtual_url: string | null;
  readonly event_status: string;
  readonly status_reason?: string;
  readonly ticket_url?: string;
  readonly availability?: string;
  readonly series?: { readonly id: number } | null;
  readonly recurrence?: readonly string[] | null;
  readonly recurrence_id?: string | null;
  readonly recurrence_text?: string | null;
  readonly occurrences_total?: number;
  /** The language of its own texts. */
  readonly language: Language;
  /** Its texts in other languages, by member; with the status of a draft. */
  readonly translations: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
}

/** The members that lists show: there are many events, and texts may be long. */
const LISTED = [
  ...(['id', 'status', 'modified', 'url', 'title', 'description', 'image', 'all_day', 'start_date'] as const),
  ...(['end_date', 'venue', 'is_virtual', 'status_reason', 'series'] as const),
  ...(['recurrence_id', 'recurrence_text', 'language', 'translations', 'event_status'] as const),
] satisfies (keyof ShownEvent)[];

export type ListedEvent = Pick<ShownEvent, (typeof LISTED)[number]>;

export const LISTED_MEMBERS: ReadonlySet<string> = new Set(LISTED);

export interface ShownImage {
  readonly id: number;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt_text?: string;
  readonly credit?: string;
  readonly license?: string;
  readonly focal_point?: FocalPoint;
  readonly sizes?: Readonly<Record<string, { readonly url: string }>>;
}

export interface ShownTerm {
  readonly id: number;
  readonly name: string;
}

interface ShownVenue {
  readonly id?: number;
  readonly venue?: string;
  readonly author?: string;
}

/** The names of the venues of an event, one after another. */
export const venueNames = ({ venue }: Pick<ShownEvent, 'venue'>): string[] =>
  [venue].flat().flatMap(one => (one && 'venue' in one && one.venue ? [one.venue] : []));

/** What a form says of a picture. */
export type ImageValues = Readonly<Record<'image' | OfImage, string>>;

/** What belongs to a picture, which has operations of its own. */
export const OF_IMAGE = ['alt_text', 'credit', 'license', 'focus_x', 'focus_y'] as const;
export type OfImage = (typeof OF_IMAGE)[number];

export function imageValues(image: ShownImage | false | undefined): ImageValues {
  if (!image) return { image: '', alt_text: '', credit: '', license: '', focus_x: '', focus_y: '' };
  const { id, alt_text = '', credit = '', license = '', focal_point } = image;
  const { x, y } = focal_point ?? focalPoint({ ...image, focal_point: '' });
  return { image: String(id), alt_text, credit, license, focus_x: String(x), focus_y: String(y) };
}

export const fileNameOf = ({ url }: Pick<ShownImage, 'url'>): string => url.slice(url.lastIndexOf('/') + 1);

/** The smallest file of an image. */
export const thumbnailOf = ({ url, sizes }: ShownImage): string =>
  sizes?.thumbnail?.url ?? sizes?.medium?.url ?? url;

/** Whether a status is one with which an event is done, for now or for the few who may read it. */
export const isReleased = (status: string | undefined): boolean =>
  status === 'publish' || status === 'future' || status === 'private';

/**
 * How a form is saved where nobody has said how: what is released keeps the change for later, anything else stays what it
 * is. That depends on the event at that moment: another window may have sent or published it since its form was opened.
 */
export const QUIET_SAVE = 'later';

/** The id that a row of the list stands for: where each series is listed once, that of the series. */
export const rowId = (event: ListedEvent, isOnce: boolean): number =>
  (isOnce && isOccurrence(event) && event.series?.id) || event.id;

/** Whether the viewer may edit an event of a list: only to those it has its translations. */
export const isEditable = ({ translations }: Partial<Pick<ShownEvent, 'translations'>>): boolean =>
  translations !== undefined;

/** Whether an event is a date of a series. */
export const isOccurrence = ({ recurrence_id }: Pick<ShownEvent, 'recurrence_id'>): boolean =>
  typeof recurrence_id === 'string' && recurrence_id !== '';

/** The events of the interface. */
export const EVENTS = `${CANONICAL}/events`;

/** How many events match values of the interface. */
export async function countEvents(call: AdminCall, values: object): Promise<number> {
  const found = await bodyOf<{ total: number }>(call.ask('GET', EVENTS, { ...values, per_page: 1 }));
  return found?.total ?? 0;
}

/** An event at its form. */
export interface OpenedEvent {
  readonly event: ShownEvent;
  readonly state: string;
  /** Whether the viewer may only propose a change: whose event is published without the right to publish. */
  readonly isProposed: boolean;
}

/**
 * The event of the address, or of this id, with its translations; undefined if the viewer may read it and not edit it.
 * @throws DomainError 404 if there is none, or none that the viewer may read: nobody learns which of both
 */
export async function findEvent(
  call: AdminCall,
  id: string | number = call.parameters.id!,
): Promise<OpenedEvent | undefined> {
  const found = await findForForm(call, Number(id));
  return found?.isProposed ? undefined : found;
}

/** The event of the address, if the viewer may edit it or propose a change of it; otherwise as `findEvent`. */
export async function findForForm(
  call: AdminCall,
  id: number = Number(call.parameters.id),
): Promise<OpenedEvent | undefined> {
  const found = (await shownIn(call, id, { context: 'edit' })) ?? (await shownIn(call, id, {}));
  if (!found) throw eventNotFound(id);
  if (found.refused) return undefined;
  const event = { translations: {}, ...(found.body as Partial<ShownEvent>) } as ShownEvent;
  const isProposed = !found.allowed.includes('PATCH');
  const isOwn = mayCreate(call.viewer) && event.author === String(call.viewer?.id);
  if (isProposed && !(isOwn && isReleased(event.status))) return undefined;
  return { event, state: found.state ?? '', isProposed };
}

/** An event as the interface shows it; undefined if it does not. */
async function shownIn(call: AdminCall, id: number, values: object): Promise<Answered | undefined> {
  try {
    return await call.ask('GET', `${EVENTS}/${id}`, { ...values });
  } catch (error) {
    if (error instanceof RestError && error.status === 403) return undefined;
    throw error;
  }
}
