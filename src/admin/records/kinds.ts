import type { CategoryColor } from '../../db/tables.ts';
import type { LinkedType } from '../../kinds.ts';
import { type ImageValues, imageValues, type ShownImage } from '../events/record.ts';
import { asHtml, asStored, plainText } from '../events/values.ts';
import type { Translated } from '../translations.ts';
import { pointIn } from './point.ts';

/** The members of a record that its page shows, as the interface has them. */
export interface ShownRecord extends Translated {
  readonly id: number;
  readonly url: string;
  readonly slug?: string;
  readonly status?: string;
  readonly modified?: string;
  /** Of a venue. */
  readonly city?: string;
  /** Of a category. */
  readonly color?: CategoryColor;
  readonly image?: ShownImage;
  readonly [member: string]: unknown;
}

/** How a field of a form becomes members of the interface, and is filled from a record. */
interface RecordField {
  readonly control: 'line' | 'long' | 'plain' | 'flag' | 'choice' | 'location' | 'image';
  /** The members that it writes; their errors stand at it. */
  readonly members: readonly string[];
  /** The member of its translations, if it is a text that has some. */
  readonly translated?: string;
  /** Whether the form shows it folded. */
  readonly isFolded?: true;
  fill(record: ShownRecord): string;
  /** The members with their values. */
  write(value: string): Readonly<Record<string, unknown>>;
}

const line = (member: string, control: RecordField['control'] = 'line'): RecordField => ({
  ...{ control, members: [member] },
  fill: record => String(record[member] ?? ''),
  write: value => ({ [member]: value }),
});

/** A text that has translations. */
const text = (member: string, control?: RecordField['control']): RecordField => ({
  ...line(member, control),
  translated: member,
});

const flag = (member: string): RecordField => ({
  ...{ control: 'flag', members: [member], isFolded: true },
  // What nobody has said is so.
  fill: record => (record[member] === false ? '' : '1'),
  write: value => ({ [member]: value === '1' }),
});

const long: RecordField = {
  ...text('description', 'long'),
  fill: ({ description }) => plainText(String(description ?? '')),
  write: value => ({ description: asHtml(value) }),
};

/** A point that is not understood is an error of the form, and not written. */
const location: RecordField = {
  ...{ control: 'location', members: ['geo_lat', 'geo_lng'] },
  fill: ({ geo_lat, geo_lng }) =>
    typeof geo_lat === 'number' && typeof geo_lng === 'number' ? `${geo_lat}, ${geo_lng}` : '',
  write(value) {
    const { lat = null, lng = null } = pointIn(value) ?? {};
    return { geo_lat: lat, geo_lng: lng };
  },
};

const image: RecordField = {
  ...{ control: 'image', members: ['image'] },
  fill: record => (record.image ? String(record.image.id) : ''),
  write: value => ({ image: value === '' ? false : Number(value) }),
};

const published = { image, status: { ...line('status', 'choice'), isFolded: true } } as const;
const ofTerms = {
  name: text('name'),
  slug: text('slug'),
  // The interface takes no empty text, and cleans this one to none.
  description: {
    ...text('description', 'plain'),
    write: (text: string) => ({ description: text || '<p></p>' }),
  },
};

/** The fields of each kind, in the order of its form. */
export const FIELDS = {
  venue: {
    name: text('venue'),
    ...{ address: text('address'), zip: line('zip'), city: text('city') },
    ...{ region: text('stateprovince'), country: text('country'), location },
    ...{ phone: line('phone'), website: text('website'), description: long },
    ...published,
    ...{ show_map: flag('show_map'), show_map_link: flag('show_map_link') },
  },
  organizer: {
    ...{ name: text('organizer'), phone: line('phone'), email: line('email') },
    ...{ website: line('website'), description: long, ...published },
  },
  category: { ...ofTerms, parent: line('parent', 'choice'), color: line('color', 'choice') },
  tag: ofTerms,
} as const satisfies Record<LinkedType, Readonly<Record<string, RecordField>>>;

type NamesOfKind<Kind> = Kind extends unknown ? keyof Kind : never;
export type RecordFieldName = NamesOfKind<(typeof FIELDS)[LinkedType]> & string;

/** The fields of a kind with their names. */
export const fieldsOf = (kind: LinkedType): [RecordFieldName, RecordField][] =>
  Object.entries(FIELDS[kind]) as [RecordFieldName, RecordField][];

/** What is typed in the form of a record: a text for each field, and what is said of its picture. */
export type RecordValues = Readonly<Record<string, string>>;

export const valuesOf = (kind: LinkedType, record: ShownRecord): RecordValues => ({
  ...Object.fromEntries(fieldsOf(kind).map(([name, { fill }]) => [name, fill(record)])),
  ...('image' in FIELDS[kind] && ofImage(imageValues(record.image))),
});

const ofImage = ({ image: _, ...others }: ImageValues) => others;

/** The form of a new record. */
export const blank = (kind: LinkedType): RecordValues => ({
  ...valuesOf(kind, {} as ShownRecord),
  ...(kind === 'category' && { parent: '0' }),
});

/** What a form has sent; a field that it does not have stays. Boxes are sent if they are ticked only. */
export function sentValues(
  kind: LinkedType,
  posted: Readonly<Record<string, unknown>>,
  opened: RecordValues,
): RecordValues {
  const controls = new Map<string, string>(fieldsOf(kind).map(([name, { control }]) => [name, control]));
  return Object.fromEntries(
    Object.keys(opened).map(name => {
      const sent = posted[name];
      if (typeof sent !== 'string') return [name, controls.get(name) === 'flag' ? '' : opened[name]!];
      const typed = sent.replaceAll('\r\n', '\n').trim();
      return [name, controls.get(name) === 'long' ? plainText(asHtml(typed)) : asStored(name, typed)];
    }),
  );
}

/** The members of the interface for fields that have changed. */
export const membersOf = (
  kind: LinkedType,
  values: RecordValues,
  before: RecordValues,
): Record<string, unknown> =>
  Object.assign(
    {},
    ...fieldsOf(kind)
      .filter(([name]) => values[name] !== before[name])
      .map(([name, { write }]) => write(values[name]!)),
  );
