import { interfaceWords } from '../i18n/messages.ts';

/** A venue or an organizer, as far as it may be called by something else than its name. */
interface NamedPlace {
  readonly name: string;
  readonly address?: string;
  readonly city?: string;
  readonly stateprovince?: string | null;
  readonly state?: string;
  readonly province?: string;
  readonly country?: string;
  readonly geo_lat?: number | null;
  readonly geo_lng?: number | null;
  readonly email?: string;
}

/** Whether a record has no name. An import writes words for that, because the interface demands a name. */
export const hasNoName = ({ name }: Pick<NamedPlace, 'name'>): boolean => NO_NAMES.has(name);

const NO_NAMES: ReadonlySet<string> = new Set(Object.values(interfaceWords.no_name));

/** What people call a record: its name or, without one, where it is or how to write to it; '' if nothing is known. */
export function nameForPeople(record: NamedPlace): string {
  if (!hasNoName(record)) return record.name;
  const { address, city, stateprovince, state, province, country, email } = record;
  const { geo_lat: lat, geo_lng: lng } = record;
  const point = typeof lat === 'number' && typeof lng === 'number' ? `${lat}, ${lng}` : '';
  return address || city || stateprovince || state || province || country || email || point;
}

export const withName = <Row extends NamedPlace>(record: Row): Row =>
  hasNoName(record) ? { ...record, name: nameForPeople(record) } : record;

/** The records that have anything to be called by. Without such a record the list is returned as it is. */
export const withNames = <Row extends NamedPlace>(records: Row[]): Row[] =>
  records.some(hasNoName) ? records.map(withName).filter(({ name }) => name !== '') : records;
