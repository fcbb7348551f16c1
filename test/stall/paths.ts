import type { Operation } from './operations.ts';
import type { Calendar, Collection } from './planting.ts';

/** The path of an operation for a record: the most used one, or one without links. */
export function pathOf({ path, method }: Operation, calendar: Calendar, attempt: number): string {
  const collection = (COLLECTIONS.find(one => path.includes(`/${one}`)) ?? 'events') as Collection;
  // A deleted record is not there the next time.
  const at = method === 'DELETE' ? attempt : 0;
  const id = path.includes('/trash/') ? trashed(calendar, attempt) : calendar.first[collection] + at;
  const slug = `${collection.replace(/s$/, '')}-${at}`;
  return path.replace(':id', String(id)).replace(':slug', slug).replace(':version', '1');
}

const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags'];

/** Of each hundred events the fourteenth is in the trash. */
const trashed = ({ first }: Calendar, attempt: number): number => first.events + 13 + 100 * attempt;
