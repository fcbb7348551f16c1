import { eventOf } from '../client.ts';

const venueOf = (said: string) => ({
  ...{ venue: said, description: said, address: said, city: said, country: said, province: said },
  ...{ state: said, zip: said, phone: said, stateprovince: said },
});
const organizerOf = (said: string) => ({ organizer: said, description: said, phone: said, email: said });
const termOf = (said: string) => ({ name: said, description: said, slug: said });

/** All free-text fields of each type, with this text in each. */
export const FIELDS: Record<string, (said: string) => Record<string, unknown>> = {
  events: said => ({
    ...eventOf(said, { description: said, excerpt: said, slug: said, cost: [said] }),
    ...{ virtual_video_source: said, status_reason: said, custom_fields: { [said]: [said] } },
    ...{ venue: venueOf(said), organizer: [organizerOf(said)], categories: [said], tags: [said] },
  }),
  venues: venueOf,
  organizers: organizerOf,
  categories: termOf,
  tags: termOf,
};
