// The interface as its document states it, written a second time and independently of the service's declarations.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `dated`: a date and time; `integers`: an array of integers; `untyped`: declared without a type; `unstated`: nothing
 * is said about the type.
 */
export type Kind =
  | 'integer'
  | 'string'
  | 'boolean'
  | 'number'
  | 'dated'
  | 'integers'
  | 'language'
  | 'untyped'
  | 'unstated';

export interface Parameter {
  name: string;
  kind: Kind;
  required: boolean;
  /** Absent if the document states no default. */
  default?: unknown;
}

export interface Operation {
  method: Method;
  /** Below the namespace, with `<id>` and `<slug>`. */
  path: string;
  parameters: Parameter[];
}

/** Markers for the computed window of the list of events. */
export const START_OF_TODAY = 'start of today';
export const END_OF_THE_DAY_IN_24_MONTHS = 'end of the day in 24 months';

const eventFields = table(`
  title               string    required
  start_date          string    required
  end_date            string    required
  author              integer
  date                string
  date_utc            string
  description         string
  slug                string
  excerpt             string
  status              string
  timezone            string
  all_day             boolean   = false
  image               string
  cost                untyped
  website             untyped   = null
  show_map            boolean
  show_map_link       boolean
  hide_from_listings  boolean
  sticky              boolean
  featured            boolean
  categories          integers  = null
  tags                integers  = null
  venue               integers  = null
  organizer           integers  = null`);

const venueFields = table(`
  venue          string   required
  author         integer
  date           string
  date_utc       string
  description    string   = null
  status         string
  show_map       string   = null
  show_map_link  string   = null
  address        string   = null
  city           string   = null
  country        string   = null
  province       string   = null
  state          string   = null
  zip            string   = null
  phone          string   = null
  stateprovince  string   = null
  website        string   = null
  image          string   = null`);

const organizerFields = table(`
  organizer    string   required = null
  author       integer  = null
  date         string   = null
  date_utc     string   = null
  description  string   = null
  status       string   = null
  phone        string   = null
  website      string   = null
  email        string   = null
  image        string   = null`);

const tagFields = table(`
  name         string  required
  description  string
  slug         string`);

const categoryFields = [...tagFields, ...table('parent integer')];

const eventFilters = table(`
  page           integer   = 1
  per_page       integer   = 10
  start_date     dated     = "${START_OF_TODAY}"
  end_date       dated     = "${END_OF_THE_DAY_IN_24_MONTHS}"
  starts_before  dated
  starts_after   dated
  ends_before    dated
  ends_after     dated
  strict_dates   untyped   = false
  search         string
  categories     integers
  tags           integers
  venue          integers
  organizer      integers
  featured       boolean
  status         string
  geoloc         boolean
  geoloc_lat     number
  geoloc_lng     number
  include        integers
  post_parent    integer
  ticketed       boolean`);

const placeFilters = table(`
  page                integer  = 1
  per_page            integer  = 10
  search              string
  event               integer
  has_events          untyped
  only_with_upcoming  untyped  = false
  status              string`);

const tagFilters = table(`
  page        integer   = 1
  per_page    integer   = 10
  search      string
  exclude     integers
  include     integers
  order       string
  orderby     string
  hide_empty  boolean   = true
  post        integer
  event       integer
  slug        string`);

const categoryFilters = [...tagFilters, ...table('parent integer')];

const id = table('id integer required');
const slug = table('slug string required');
const password = table('password string');

/** All 52 operations, each with every parameter. */
export const operations: Operation[] = [
  operation('GET', '', table('namespace unstated = "cal/events/v1"\ncontext unstated = "view"')),
  operation('GET', '/doc', []),
  ...records('/events', eventFilters, eventFields, password),
  ...records('/venues', placeFilters, venueFields, []),
  ...records('/organizers', placeFilters, organizerFields, []),
  ...terms('/categories', categoryFilters, categoryFields),
  ...terms('/tags', tagFilters, tagFields),
];

/** The documented operation of a method and path. */
export function operationOf(method: Method, path: string): Operation {
  const found = operations.find(one => one.method === method && one.path === path);
  if (!found) throw new Error(`no operation ${method} ${path}`);
  return found;
}

/** Events, venues and organizers: addressed by id and by slug. */
function records(path: string, filters: Parameter[], fields: Parameter[], byId: Parameter[]): Operation[] {
  // A slug in the input of an event is its new slug, so only the path selects the event.
  const bySlug = path === '/events' ? [] : slug;
  return [
    operation('GET', path, filters),
    operation('POST', path, fields),
    operation('GET', `${path}/<id>`, [...id, ...byId]),
    operation('DELETE', `${path}/<id>`, [...id, ...byId]),
    ...updates(`${path}/<id>`, [...id, ...byId], fields),
    operation('GET', `${path}/by-slug/<slug>`, slug),
    operation('DELETE', `${path}/by-slug/<slug>`, slug),
    ...updates(`${path}/by-slug/<slug>`, bySlug, fields),
  ];
}

/** Categories and tags: addressed by id alone. */
function terms(path: string, filters: Parameter[], fields: Parameter[]): Operation[] {
  return [
    operation('GET', path, filters),
    operation('POST', path, fields),
    operation('GET', `${path}/<id>`, id),
    ...updates(`${path}/<id>`, id, fields),
    operation('DELETE', `${path}/<id>`, id),
  ];
}

function updates(path: string, which: Parameter[], fields: Parameter[]): Operation[] {
  const optional = fields.map(field => ({ ...field, required: false }));
  return (['POST', 'PUT', 'PATCH'] as const).map(method => operation(method, path, [...which, ...optional]));
}

function operation(method: Method, path: string, parameters: Parameter[]): Operation {
  return { method, path, parameters: [...parameters, ...table('i18n_language language')] };
}

/** Parses lines of `name kind [required] [= default]`; a default is JSON. */
function table(lines: string): Parameter[] {
  return lines
    .trim()
    .split('\n')
    .map(line => {
      const [words = '', ...value] = line.split(' = ');
      const [name = '', kind = '', required] = words.trim().split(/ +/);
      const parameter = { name, kind: kind as Kind, required: required === 'required' };
      return value.length > 0 ? { ...parameter, default: JSON.parse(value.join(' = ').trim()) } : parameter;
    });
}
