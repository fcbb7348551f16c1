import type { EventRecord } from '../../events/event.ts';
import { permalink } from '../../records/published-members.ts';
import type { EventListView } from '../event-format.ts';
import { languageOf, line, text, uri } from './content-line.ts';

/**
 * Who organizes an event: each as a CONTACT, with the address of its page and its e-mail address. A calendar to which
 * people subscribe also names the first one as ORGANIZER if it has an e-mail address: programs copy it from there. The
 * file of one event does not, because calendars into which it is added would ask to accept it, or write to its organizer.
 */
export function people(
  organizers: EventRecord['organizers'],
  { view, isOfOneEvent }: EventListView,
): string[] {
  const [first] = organizers;
  const email = first && !isOfOneEvent ? addressOf(first.email) : undefined;
  return [
    ...(email
      ? [
          line('ORGANIZER', `mailto:${encodeURI(email)}`, {
            CN: first!.name,
            ...languageOf(first, 'name', view),
          }),
        ]
      : []),
    ...organizers
      .filter(({ name }) => name !== '')
      .map(organizer =>
        line('CONTACT', text(organizer.name), {
          ALTREP: uri(permalink('organizer', organizer, view)),
          EMAIL: addressOf(organizer.email),
          ...languageOf(organizer, 'name', view),
        }),
      ),
  ];
}

/** A valid e-mail address; otherwise undefined. */
const addressOf = (email: string): string | undefined =>
  /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(email) ? email : undefined;
