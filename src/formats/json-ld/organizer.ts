import { imageUrl } from '../../images/image.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { plainDescription } from '../../records/described.ts';
import { nameForPeople } from '../../records/no-name.ts';
import type { View } from '../../records/view.ts';
import { compact } from './compact.ts';

/** The organizer as a schema.org Person, as clients expect. */
export function organizerJsonLd(organizer: OrganizerRecord, view: View) {
  return compact({
    '@type': 'Person',
    name: nameForPeople(organizer),
    description: plainDescription(organizer, organizer.description),
    image: organizer.image && imageUrl(organizer.image, view),
    url: organizer.website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: '',
  });
}
