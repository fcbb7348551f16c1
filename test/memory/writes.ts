import type { Account } from '../account.ts';
import type { Call, Sending } from '../client.ts';
import { picture } from '../pictures.ts';
import type { Calendar } from '../properties/calendar.ts';

/** A write of some kind; `one` and `other` select its records. */
export interface Write {
  kind: keyof typeof kinds;
  one: number;
  other: number;
}

interface Writing {
  calendar: Calendar;
  one: number;
  other: number;
  /** Sends a request, and notes the id of a created record. */
  send(line: string, json?: object, made?: number[]): Promise<void>;
  /** Uploads an image; undefined if it was refused. */
  upload(): Promise<number | undefined>;
}

const at = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length];

/** The usual writes of editors. */
const kinds = {
  create: ({ calendar, one, other, send }: Writing) =>
    send(
      'POST /events',
      {
        ...{ title: `New ${one}`, start_date: `2031-05-01 0${one % 8}:00`, end_date: '2031-05-01 10:00' },
        ...{ tags: ['New tag'], featured: one % 2 === 0 },
        // Records in the trash cannot be linked.
        ...(one > 0 && { venue: at(calendar.venues, one), organizer: at(calendar.organizers, other) }),
        ...(one > 0 && { categories: at(calendar.categories, one) }),
      },
      calendar.events,
    ),
  move: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, {
      title: `Moved ${other}`,
      start_date: `2031-05-01 0${other % 8}:30`,
      end_date: other % 3 === 0 ? '2031-06-01 10:00' : '2031-05-01 09:00',
    }),
  relink: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, {
      ...{ venue: at(calendar.venues, other) ?? [], organizer: at(calendar.organizers, one) ?? [] },
      ...{ categories: at(calendar.categories, other) ?? [], tags: at(calendar.tags, other) ?? [] },
    }),
  trash: ({ calendar, one, send }: Writing) => send(`DELETE /events/${at(calendar.events, one)}`),
  status: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, { status: at(['publish', 'draft', 'private'], other) }),
  schedule: ({ calendar, one, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, { status: 'publish', date: '2040-01-01 00:00:00' }),
  password: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, { password: at(['', 'open sesame', 'other'], other) }),
  hide: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, { hide_from_listings: other % 2, featured: other % 3 }),
  rename: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /categories/${at(calendar.categories, one)}`, { name: `${other} renamed` }),
  below: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /categories/${at(calendar.categories, one)}`, { parent: at(calendar.categories, other) }),
  forget: ({ calendar, one, other, send }: Writing) =>
    send(
      `DELETE /${other % 2 ? `tags/${at(calendar.tags, one)}` : `categories/${at(calendar.categories, one)}`}`,
    ),
  locate: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /venues/${at(calendar.venues, one)}`, {
      geo_lat: 41 + (other % 3),
      geo_lng: 2,
      city: `City ${other}`,
    }),
  close: ({ calendar, one, send }: Writing) => send(`DELETE /venues/${at(calendar.venues, one)}`),
  reopen: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /venues/${at(calendar.venues, one)}`, { status: at(['publish', 'draft'], other) }),
  organize: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /organizers/${at(calendar.organizers, one)}`, {
      organizer: `Renamed ${other}`,
      status: at(['publish', 'private'], other),
    }),
  restore: ({ calendar, one, send }: Writing) =>
    send(`POST /cal/trash/v1/${at([...calendar.events, ...calendar.venues], one)}/restore`),
  translate: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, {
      translations: {
        fr: other % 3 === 0 ? null : { title: `Titre ${other}`, status: at(['publish', 'draft'], other) },
      },
    }),
  translatePlace: ({ calendar, one, other, send }: Writing) =>
    other % 2 === 0
      ? send(`PATCH /venues/${at(calendar.venues, one)}`, {
          translations: { fr: { venue: `Salle ${other}`, slug: `salle-${one}-${other}` } },
        })
      : send(`PATCH /categories/${at(calendar.categories, one)}`, {
          translations: { fr: { name: `Catégorie ${other}` } },
        }),
  repeat: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.series, one)}`, { title: `Every day ${other}`, featured: other % 2 }),
  cancel: ({ calendar, one, other, send }: Writing) =>
    send(`PATCH /events/${at(calendar.events, one)}`, {
      event_status: at(['cancelled', 'postponed', 'scheduled'], other),
    }),
  illustrate: async ({ calendar, one, other, send, upload }: Writing) => {
    const image = await upload();
    await send(`PATCH /events/${at(calendar.events, one)}`, { image });
    await send(`PATCH /images/${image}`, { alt_text: `A picture ${other}` });
  },
} satisfies Record<string, (writing: Writing) => Promise<void>>;

export const writeKinds = Object.keys(kinds) as (keyof typeof kinds)[];

/**
 * Makes a write; resolves to the status of its response.
 * @param call below the site
 */
export async function write(call: Call, as: Account, calendar: Calendar, planned: Write): Promise<number> {
  let status = 0;
  const ask = async (line: string, sending: Sending) => {
    const answered = await call(line, { as, ...sending });
    status = answered.status;
    return status === 201 ? answered.body.id : undefined;
  };
  const send = async (line: string, json?: object, made?: number[]) => {
    const id = await ask(line.replace(BELOW, ' /cal/events/v1/'), { json });
    if (id !== undefined) made?.push(id);
  };
  const upload = async () => {
    const headers = { 'content-type': 'image/png' };
    return ask('POST /images', { headers, body: new Uint8Array(await picture(20, 10)) });
  };
  await kinds[planned.kind]({ ...planned, calendar, send, upload });
  return status;
}

/** Where a path of the interface begins, which has no other root. */
const BELOW = / \/(?!cal\/|images\/)/;
