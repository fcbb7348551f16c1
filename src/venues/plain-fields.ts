import { answerWords, venueWords } from '../i18n/messages.ts';
import { shown, truthy } from '../input/arguments.ts';
import { lineField } from '../records/fields.ts';
import { flag, line, type PlainColumns } from '../records/plain-fields.ts';

type VenueFieldName = keyof typeof venueWords & keyof typeof answerWords;

const optionalLine = (name: VenueFieldName) => line(answerWords[name], lineField(venueWords[name]), true);

/** A flag that is read from words such as `yes`, as the interface declares the flags of venues. */
const shownFlag = (name: VenueFieldName) =>
  flag(answerWords[name], shown(truthy(venueWords[name], { type: 'string' }), null), 1);

/** The plain lines of a venue: one argument, one column and one member each, in the order of answers. */
export const venueLines = {
  address: optionalLine('address'),
  city: optionalLine('city'),
  country: optionalLine('country'),
  province: optionalLine('province'),
  state: optionalLine('state'),
  zip: optionalLine('zip'),
  phone: optionalLine('phone'),
};

/** The plain flags of a venue; answers show them after other members. */
export const venueFlags = {
  show_map: shownFlag('show_map'),
  show_map_link: shownFlag('show_map_link'),
};

export const plainVenueFields = { ...venueLines, ...venueFlags };

declare module '../db/tables.ts' {
  interface VenuesTable extends PlainColumns<typeof plainVenueFields> {}
}

/** The texts of a venue that have translations: their columns, by the names of their members. */
export const translatedColumns = {
  venue: 'name',
  description: 'description',
  address: 'address',
  city: 'city',
  province: 'province',
  state: 'state',
  stateprovince: 'stateprovince',
  country: 'country',
  website: 'website',
  slug: 'slug',
} as const;
