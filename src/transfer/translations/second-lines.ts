import { textOf } from '../../intake/reading/values.ts';
import type { LinkedType } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { plainText } from '../../lib/text/text.ts';
import type { NamedLines } from './marks.ts';

const nameOf = (value: unknown): string => plainText(textOf(isObject(value) ? undefined : value));

const termLines = ({ name, slug }: JsonObject): NamedLines => ({ name: nameOf(name), slug: textOf(slug) });

/** The lines by which a record of a site is recognised. */
export const LINES: Record<LinkedType, (record: JsonObject) => NamedLines> = {
  venue: ({ venue, address, city, zip, geo_lat, geo_lng }) => ({
    name: nameOf(venue),
    ...{ address: textOf(address), city: textOf(city), zip: textOf(zip) },
    ...{ latitude: numberOf(geo_lat), longitude: numberOf(geo_lng) },
  }),
  organizer: ({ organizer, email }) => ({
    ...{ name: nameOf(organizer), email: textOf(email) },
  }),
  category: termLines,
  tag: termLines,
};

const numberOf = (value: unknown): number | null => {
  const number = textOf(value) === '' ? Number.NaN : Number(textOf(value));
  return Number.isFinite(number) ? number : null;
};
