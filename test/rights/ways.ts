import { PASSWORD, type Planted } from './calendar.ts';
import type { Lock } from './table.ts';

// The ways to read a single record, and to try to change it.

export interface Way {
  /** The name of the way in messages. */
  name: string;
  line: string;
  headers?: Record<string, string>;
  /** The password to send. */
  lock?: Lock;
  /** Tried as seldom as possible, because it derives a hash. */
  isSlow?: true;
}

type Ways = (record: Planted, site: string) => Way[];

const ALIAS = '/wp-json/tribe/events/v1';
const LANGUAGE = '/ca/cal/events/v1';

const overriding = (method: string) => ({ 'x-http-method-override': method });

/** Reads of one record. */
export const reads: Ways = ({ kind, id, slug, lock }, site) => {
  const [byId, bySlug] = [`/${kind}/${id}`, `/${kind}/by-slug/${slug}`];
  const offering: Way[] = [
    {
      name: 'by id, with the password',
      line: `GET ${byId}?password=${PASSWORD}`,
      lock: 'opened',
      isSlow: true,
    },
    {
      name: 'by slug, with the password',
      line: `GET ${bySlug}?password=${PASSWORD}`,
      lock: 'opened',
      isSlow: true,
    },
    { name: 'by id, with a wrong password', line: `GET ${byId}?password=wrong`, isSlow: true },
  ];
  return [
    { name: 'by id', line: `GET ${byId}` },
    { name: 'by slug', line: `GET ${bySlug}` },
    { name: 'by the alias', line: `GET ${site}${ALIAS}${byId}` },
    { name: 'by a language', line: `GET ${site}${LANGUAGE}${bySlug}` },
    { name: 'by rest_route', line: `GET ${site}/?rest_route=/tribe/events/v1${byId}` },
    { name: 'by _method', line: `POST ${byId}?_method=GET` },
    { name: 'by a header', line: `POST ${bySlug}`, headers: overriding('GET') },
    { name: 'by some fields', line: `GET ${byId}?_fields=id,title,description` },
    { name: 'by OPTIONS', line: `OPTIONS ${byId}` },
    ...(lock === 'locked' ? offering : []),
  ];
};

/** Attempts to change or delete one record. Where that is allowed, a condition makes it fail. */
export const writes: Ways = ({ kind, id, slug }, site) => {
  const [byId, bySlug] = [`/${kind}/${id}`, `/${kind}/by-slug/${slug}`];
  const ways: [name: string, line: string, override?: string][] = [
    ['PATCH by id', `PATCH ${byId}`],
    ['PUT by id', `PUT ${byId}`],
    ['POST by id', `POST ${byId}`],
    ['DELETE by id', `DELETE ${byId}`],
    ['PATCH by slug', `PATCH ${bySlug}`],
    ['PUT by slug', `PUT ${bySlug}`],
    ['POST by slug', `POST ${bySlug}`],
    ['DELETE by slug', `DELETE ${bySlug}`],
    ['DELETE by the alias', `DELETE ${site}${ALIAS}${byId}`],
    ['PATCH by a language', `PATCH ${site}${LANGUAGE}${bySlug}`],
    ['DELETE by rest_route', `DELETE ${site}/?rest_route=/tribe/events/v1${byId}`],
    ['PATCH by _method', `POST ${byId}?_method=patch`],
    ['DELETE by _method', `POST ${bySlug}?_method=DELETE`],
    ['PUT by a header', `POST ${bySlug}`, 'PUT'],
    ['DELETE by a header', `POST ${byId}`, 'DELETE'],
    ['DELETE by id, with the password', `DELETE ${byId}?password=${PASSWORD}`],
  ];
  return ways.map(([name, line, override]) => ({
    ...{ name, line },
    headers: { 'if-match': '"none"', ...(override && overriding(override)) },
  }));
};

/**
 * Attempts to read a record's history or to restore a version. Where a restore is allowed, a condition makes it fail.
 */
export const histories = ({ kind, id, version }: Planted, site: string): (Way & { what: string })[] => {
  const path = `/history/v1/${kind}/${id}`;
  const [reading, restoring] = ['reads its history', 'brings a version back'];
  const headers = { 'if-match': '"none"' };
  return [
    { what: reading, name: 'changes', line: `GET ${site}/cal${path}` },
    { what: reading, name: 'changes, by a language', line: `GET ${site}/fr/cal${path}?per_page=1` },
    { what: reading, name: 'a version', line: `GET ${site}/cal${path}/${version}` },
    {
      what: reading,
      name: 'a version, by rest_route',
      line: `GET ${site}/?rest_route=/cal${path}/${version}`,
    },
    {
      ...{ what: reading, name: 'some members of a version' },
      line: `GET ${site}/cal${path}/${version}?_fields=event,venue,organizer`,
    },
    { what: restoring, name: 'restore', line: `POST ${site}/cal${path}/${version}/restore`, headers },
    {
      ...{ what: restoring, name: 'restore, by a language' },
      ...{ line: `POST ${site}/ca/cal${path}/${version}/restore`, headers },
    },
  ];
};

/** The same in the trash. */
export const trashes = ({ id }: Planted, site: string): (Way & { what: string })[] => {
  const path = `/cal/trash/v1/${id}`;
  const headers = { 'if-match': '"none"' };
  const [reading, restoring, deleting] = [
    ...['has it in the trash', 'takes it out of there', 'deletes it for good'],
  ] as const;
  return [
    { what: reading!, name: 'by id', line: `GET ${site}${path}` },
    { what: reading!, name: 'by a language', line: `GET ${site}/es${path}` },
    { what: restoring!, name: 'restore', line: `POST ${site}${path}/restore`, headers },
    { what: deleting!, name: 'DELETE', line: `DELETE ${site}${path}`, headers },
    {
      ...{ what: deleting!, name: 'DELETE by a header', line: `POST ${site}${path}` },
      headers: { ...headers, ...overriding('DELETE') },
    },
  ];
};
