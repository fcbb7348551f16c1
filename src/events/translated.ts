/** The texts of an event that have translations: their columns, by the names of their members. */
export const translatedColumns = {
  title: 'title',
  description: 'description',
  excerpt: 'excerpt',
  slug: 'slug',
  website: 'website',
  status_reason: 'status_reason',
} as const;
