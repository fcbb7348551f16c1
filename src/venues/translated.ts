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
