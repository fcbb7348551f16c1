export type Type = 'integer' | 'string' | 'text' | 'float' | 'boolean';

/** The fields of each collection beside its id, which is that of the record in Almanac. */
export const COLLECTIONS: Record<string, Record<string, Type>> = {
  venues: {
    ...{ name: 'string', status: 'string', address: 'string', city: 'string', country: 'string' },
    ...{ province: 'string', zip: 'string', phone: 'string', geo_lat: 'float', geo_lng: 'float' },
  },
  organizers: { name: 'string', status: 'string', email: 'string', website: 'string' },
  categories: { name: 'string', slug: 'string', parent: 'integer' },
  tags: { name: 'string', slug: 'string' },
  events: {
    ...{ title: 'string', excerpt: 'text', description: 'text', slug: 'string', status: 'string' },
    ...{
      all_day: 'boolean',
      start_date: 'string',
      end_date: 'string',
      start_at: 'integer',
      end_at: 'integer',
    },
    ...{ timezone: 'string', timezone_abbr: 'string', date_at: 'integer', modified_at: 'integer' },
    ...{ cost: 'string', website: 'string', featured: 'boolean', hide_from_listings: 'boolean' },
  },
};

/** What an event is linked with, many to many, each by a collection between them. */
export const LINKS = ['venues', 'organizers', 'categories', 'tags'] as const;

/** Fields that a search looks into, as in Almanac. */
export const SEARCHED = new Set(['title', 'excerpt', 'description']);
