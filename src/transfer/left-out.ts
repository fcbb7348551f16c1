import { eventMembers } from '../events/members.ts';
import { organizerMembers } from '../organizers/members.ts';
import { embeddedTermMembers, linkedTermMembers } from '../terms/members.ts';
import { venueMembers } from '../venues/members.ts';
import type { Identity } from './identity.ts';
import type { JsonObject } from './json.ts';
import type { Plan } from './plan.ts';
import { note } from './report.ts';
import type { Run } from './run.ts';

const namesOf = (...members: object[]) => new Set(members.flatMap(all => Object.keys(all)));

const terms = namesOf(linkedTermMembers, embeddedTermMembers);

/** The members that records have here, and those that exports add. */
const KNOWN: Record<Plan['type'], ReadonlySet<string>> = {
  event: namesOf(eventMembers),
  venue: namesOf(venueMembers),
  organizer: namesOf(organizerMembers),
  category: terms,
  tag: terms,
};

/** The JSON of values that say nothing. */
const NOTHING = new Set(['null', 'false', '""', '0', '"0"', '[]', '{}']);

/** Reports members of other software, for which there is no place here: each once for its type. */
export function noteLeftOut(
  run: Run,
  type: Plan['type'],
  record: JsonObject,
  { key: source }: Identity,
): void {
  for (const name of Object.keys(record)) {
    if (KNOWN[type].has(name) || name === 'almanac' || run.leftOut.has(`${type} ${name}`)) continue;
    const value = JSON.stringify(record[name]) ?? 'null';
    if (NOTHING.has(value)) continue;
    run.leftOut.add(`${type} ${name}`);
    const why = `its member "${name.slice(0, 100)}" has no place here and was left out: ${value.slice(0, 100)}`;
    note(run.report, { source, type, why });
  }
}
