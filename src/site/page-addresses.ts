import { KINDS } from '../kinds.ts';

/** The address of a page below the language, and of the same in the interface. */
export interface PageAddress {
  /** A name after a colon is a parameter, see PARAMETERS. What stands in parentheses may be missing. */
  readonly path: string;
  /** The path of the same in the interface; undefined if there is none: programs read the page as well. */
  readonly twin?: string;
  /** The parameters of the interface for which it stands. */
  readonly asks?: Readonly<Record<string, string>>;
  /** The parameter of the interface that the path names: without such a record there is no page. */
  readonly names?: 'slug' | 'id' | 'categories' | 'tags';
  /** Whether the page exists only if that record does; the interface tells it of other pages. */
  readonly mustExist?: true;
  /** Its name in metrics and traces, if that is not the path. */
  readonly template?: string;
}

const [EVENTS, EVENT] = ['/events', `/${KINDS.event.archive}/:slug`] as const;
const BY_SLUG = `/${KINDS.event.collection}/by-slug/:slug` as const;

/** The addresses of pages, which are read and built by this table. `pages/routes.ts` has the page at each. */
export const PAGES = {
  home: { path: '/', twin: EVENTS, template: '/' },
  list: { path: `${EVENTS}/`, twin: EVENTS },
  past: { path: `${EVENTS}/past/`, twin: EVENTS },
  map: { path: `${EVENTS}/map/`, twin: EVENTS },
  thisMonth: { path: `${EVENTS}/month/`, twin: EVENTS },
  month: { path: `${EVENTS}/month/:month/`, twin: EVENTS },
  thisWeek: { path: `${EVENTS}/week/`, twin: EVENTS },
  week: { path: `${EVENTS}/week/:day/`, twin: EVENTS },
  today: { path: `${EVENTS}/today/`, twin: EVENTS },
  day: { path: `${EVENTS}/day/:day/`, twin: EVENTS },
  propose: { path: `${EVENTS}/propose/` },
  /** The private link of a proposal. */
  proposal: { path: `${EVENTS}/propose/:token/` },
  category: {
    path: `/${KINDS.category.archive}/:slugs/`,
    twin: EVENTS,
    names: KINDS.category.collection,
    template: `/${KINDS.category.archive}/*`,
  },
  tag: { path: `/${KINDS.tag.archive}/:slug/`, twin: EVENTS, names: KINDS.tag.collection },
  tagBelowEvents: {
    path: `${EVENTS}/tag/:slugs/`,
    twin: EVENTS,
    names: KINDS.tag.collection,
    template: `${EVENTS}/tag/:slug`,
  },
  event: { path: `${EVENT}/`, twin: BY_SLUG, names: 'slug' },
  series: { path: `${EVENT}/all/`, twin: `${BY_SLUG}/occurrences`, names: 'slug', mustExist: true },
  occurrence: {
    path: `${EVENT}/:day/(:nth/)`,
    twin: `${BY_SLUG}/occurrences/:day(-:nth)`,
    names: 'slug',
    mustExist: true,
    template: `${EVENT}/:date`,
  },
  venue: { path: `/${KINDS.venue.archive}/:slug/`, twin: '/venues/by-slug/:slug', names: 'slug' },
  organizer: { path: `/${KINDS.organizer.archive}/:slug/`, twin: '/organizers/by-slug/:slug', names: 'slug' },
  eventById: { path: byId('event'), twin: '/events/:id', names: 'id', template: '/' },
  venueById: { path: byId('venue'), twin: '/venues/:id', names: 'id', template: '/' },
  organizerById: { path: byId('organizer'), twin: '/organizers/:id', names: 'id', template: '/' },
  venues: { path: '/venues/', twin: '/venues' },
  organizers: { path: '/organizers/', twin: '/organizers' },
  categories: { path: '/categories/', twin: '/categories' },
  tags: { path: '/tags/', twin: '/tags' },
  /** The calendar for a frame on another site. */
  frame: { path: '/embed/frame/', twin: '/' },
  accessibility: { path: '/accessibility/' },
  privacy: { path: '/privacy/' },
  /** A page of the operator. */
  own: { path: '/:slug/', twin: '/', template: '/:own' },
} as const satisfies Record<string, PageAddress>;

/** The addresses of what programs ask a site for, whatever its pages are. */
export const SITE_FILES = {
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  securityText: '/.well-known/security.txt',
  apiCatalog: '/.well-known/api-catalog',
} as const;

/** The address of a record without a public one, on the front page. */
function byId<Type extends 'event' | 'venue' | 'organizer'>(type: Type) {
  return `/?post_type=${KINDS[type].reference}&p=:id` as const;
}

/** What parameters stand for: one segment, unless it is told here. */
const PARAMETERS: Readonly<Record<string, string>> = {
  month: String.raw`\d{4}-\d\d`,
  day: String.raw`\d{4}-\d\d-\d\d`,
  /** Which one of the occurrences of a day. */
  nth: String.raw`[1-9]\d{0,3}`,
};

/** The parameters of a path, decoded. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

/** The names of the parameters of a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * The path of a page below the language, in the words of the reference.
 * @param parameters percent-encoded
 */
export const pathOf = <const Path extends string>(
  { path }: { readonly path: Path },
  ...[parameters]: [NamesIn<Path>] extends [never] ? [] : [Readonly<Record<NamesIn<Path>, string>>]
): string =>
  parameters ? path.replace(PARAMETER, (_, name: string) => parameters[name as NamesIn<Path>]) : path;

const PARAMETER = /:(\w+)/g;

/** The path of what there is at that of a page in another format. The front page shows the list, which has a name. */
export const documentPath = (path: string, suffix: string): string =>
  `${path === '/' ? EVENTS : path.replace(/\/$/, '')}.${suffix}`;

/** The path of the same in the interface. */
export const twinOf = ({ twin }: Pick<PageAddress, 'twin'>, parameters: PathParameters): string | undefined =>
  twin
    ?.replace(/\(([^():]*:(\w+))\)/g, (_, part: string, name: string) =>
      parameters[name] === undefined ? '' : part,
    )
    .replace(PARAMETER, (_, name: string) => encodeURIComponent(parameters[name]!));

/** The parameters of a path that ends in a slash; undefined if it is not the address of this page. */
export function parametersIn({ path: pattern }: PageAddress, path: string): PathParameters | undefined {
  const expression = expressions.getOrInsertComputed(pattern, () => expressionOf(pattern));
  const found = expression.exec(path);
  return (
    (found &&
      Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, value && decodeURIComponent(value)]),
      )) ??
    undefined
  );
}

const expressions = new Map<string, RegExp>();

const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.?&]/g, String.raw`\$&`)
      .replace(/\(/g, '(?:')
      .replace(/\)/g, ')?')
      .replace(/(?<!\?):(\w+)/g, (_, name: string) => `(?<${name}>${PARAMETERS[name] ?? '[^/]+'})`)}$`,
  );
