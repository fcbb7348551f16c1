import { KINDS, type LinkedType, linkedTypes, type VersionedType } from '../kinds.ts';
import { decodedUri } from '../lib/text/addresses.ts';
import { ADMIN, CHOOSE_PASSWORD, NOTICES, pathOnSite, type RequestAddress } from '../site/address.ts';
import type { PathParameters } from '../site/page-addresses.ts';
import {
  mayAdminister,
  mayCreate,
  mayEditOthers,
  mayKeepSources,
  mayManageCategories,
  mayManageTags,
  type Viewer,
} from '../users/rights.ts';

/** Whether a viewer may open a page. What the page does asks for the right once more, with the record. */
type Right = (viewer: Viewer, parameters: PathParameters) => boolean;

export interface AdminAddress {
  /**
   * Below `/admin`. A name after a colon is a parameter: `:id` a number, `:collection` that of records to which events
   * link, any other one a segment.
   */
  readonly path: string;
  readonly may: Right;
  /** The group of the menu in which it stands, if it does. */
  readonly menu?: MenuGroup;
  /** The topic of its help: a part of `docs/keeping-a-calendar.LANGUAGE.md`. */
  readonly help?: string;
  /** To whom the menu names it, if not to all who may open it. */
  readonly named?: Right;
}

export const MENU_GROUPS = ['work', 'records', 'site'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

const everybody: Right = () => true;
const isAdministrator: Right = mayAdminister;
const signedIn: Right = viewer => viewer !== undefined;

/** Who may make records of each kind to which events link. */
const makers: Readonly<Record<LinkedType, (viewer: Viewer) => boolean>> = {
  ...{ venue: mayCreate, organizer: mayCreate, category: mayManageCategories, tag: mayManageTags },
};

/** The kind of records with this collection. */
export const kindOf = (collection: string | undefined): LinkedType | undefined =>
  linkedTypes.find(type => KINDS[type].collection === collection);

const mayMake: Right = (viewer, { collection }) => {
  const kind = kindOf(collection);
  return kind !== undefined && makers[kind](viewer);
};

/** Every address of the administration. `routes.ts` has the page at each; menu, rights and tests follow from it. */
export const SURFACE = {
  overview: { path: '/', may: signedIn, menu: 'work', named: mayCreate, help: 'overview' },
  signIn: { path: '/sign-in/', may: everybody },
  passkeySignIn: { path: '/sign-in/passkey/', may: everybody },
  events: { path: '/events/', may: mayCreate, menu: 'work', help: 'events' },
  proposals: { path: '/proposals/', may: mayEditOthers, menu: 'work', help: 'proposals' },
  agenda: { path: '/agenda/', may: mayCreate, menu: 'work', help: 'agenda' },
  bulk: { path: '/events/bulk/', may: mayCreate, help: 'events' },
  newEvent: { path: '/events/new/', may: mayCreate, help: 'event' },
  when: { path: '/events/when/', may: mayCreate, help: 'when' },
  history: { path: '/events/:id/history/', may: mayCreate, help: 'history' },
  preview: { path: '/events/:id/preview/', may: mayCreate },
  event: { path: '/events/:id/', may: mayCreate, help: 'event' },
  translation: { path: '/events/:id/translations/:to/', may: mayCreate, help: 'event' },
  venues: { path: '/venues/', may: makers.venue, menu: 'records', help: 'records' },
  organizers: { path: '/organizers/', may: makers.organizer, menu: 'records', help: 'records' },
  categories: { path: '/categories/', may: makers.category, menu: 'records', help: 'terms' },
  tags: { path: '/tags/', may: makers.tag, menu: 'records', help: 'terms' },
  pictures: { path: '/pictures/', may: mayCreate, menu: 'records', help: 'pictures' },
  picture: { path: '/pictures/:id/', may: mayCreate, help: 'pictures' },
  newRecord: { path: '/:collection/new/', may: mayMake, help: 'records' },
  record: { path: '/:collection/:id/', may: mayMake, help: 'records' },
  recordHistory: { path: '/:collection/:id/history/', may: mayMake, help: 'history' },
  recordMerge: { path: '/:collection/:id/merge/', may: mayMake, help: 'records' },
  recordTranslation: { path: '/:collection/:id/translations/:to/', may: mayMake, help: 'records' },
  undo: { path: '/undo/', may: mayCreate },
  sources: { path: '/sources/', may: mayKeepSources, menu: 'site', help: 'sources' },
  newSource: { path: '/sources/new/', may: mayKeepSources, help: 'sources' },
  source: { path: '/sources/:id/', may: mayKeepSources, help: 'sources' },
  reading: { path: '/sources/:id/readings/:reading/', may: mayKeepSources, help: 'sources' },
  trash: { path: '/trash/', may: mayCreate, menu: 'site', help: 'trash' },
  settings: { path: '/settings/', may: isAdministrator, menu: 'site', help: 'settings' },
  settingsNewPage: { path: '/settings/pages/', may: isAdministrator, help: 'settings' },
  settingsPage: { path: '/settings/pages/:slug/', may: isAdministrator, help: 'settings' },
  settingsHistory: { path: '/settings/history/', may: isAdministrator, help: 'settings' },
  people: { path: '/people/', may: isAdministrator, menu: 'site', help: 'people' },
  invitePerson: { path: '/people/invite/', may: isAdministrator, help: 'people' },
  person: { path: '/people/:id/', may: isAdministrator, help: 'people' },
  removePerson: { path: '/people/:id/remove/', may: isAdministrator, help: 'people' },
  security: { path: '/security/', may: isAdministrator, menu: 'site', help: 'people' },
  help: { path: '/help/:topic/', may: signedIn },
  forgotten: { path: '/forgotten/', may: everybody },
  secondFactor: { path: '/second-factor/', may: everybody },
  choosePassword: { path: CHOOSE_PASSWORD, may: everybody },
  mailNotices: { path: NOTICES, may: everybody },
  account: { path: '/me/', may: signedIn, help: 'account' },
  passkeys: { path: '/me/passkeys/', may: signedIn, help: 'account' },
  signOut: { path: '/sign-out/', may: everybody },
} as const satisfies Record<string, AdminAddress>;

export type SurfaceName = keyof typeof SURFACE;

type ParametersIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never;

type ParametersOf<Name extends SurfaceName> = ParametersIn<(typeof SURFACE)[Name]['path']>;

/** The form of an event, or of a record to which events link; without an id, that of a new one. */
export function formPath({ at }: { readonly at: PathOf }, type: VersionedType, id?: string | number): string {
  if (type === 'event') return id === undefined ? at('newEvent') : at('event', { id });
  const { collection } = KINDS[type];
  return id === undefined ? at('newRecord', { collection }) : at('record', { collection, id });
}

/** Gives the path of a page below a site. */
export type PathOf = <Name extends SurfaceName>(
  name: Name,
  ...values: [ParametersOf<Name>] extends [never]
    ? [parameters?: Record<never, never>, query?: Query]
    : [parameters: Readonly<Record<ParametersOf<Name>, string | number>>, query?: Query]
) => string;

export const pathsOn =
  (address: Pick<RequestAddress, 'site'>): PathOf =>
  (name, ...[parameters = {}, query = {}]) => {
    let path: string = SURFACE[name].path;
    for (const [parameter, value] of Object.entries<string | number>(parameters))
      path = path.replace(`:${parameter}/`, `${encodeURIComponent(value)}/`);
    const sent = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    );
    const asked = sent.length > 0 ? `?${new URLSearchParams(sent)}` : '';
    return pathOnSite(address, ADMIN + path) + asked;
  };

type Query = Readonly<Record<string, string | number | undefined>>;

/** Whether a path below the site is one of the administration. */
export const isBelowAdmin = (path: string): boolean => path === ADMIN || path.startsWith(`${ADMIN}/`);

export interface FoundAddress {
  readonly name: SurfaceName;
  readonly parameters: PathParameters;
}

/** The address that a path below the site is; undefined if there is no such page. */
export function findAddress(path: string): FoundAddress | undefined {
  for (const [name, expression] of expressions) {
    const found = expression.exec(path);
    if (!found) continue;
    const sent = Object.entries(found.groups ?? {});
    return { name, parameters: Object.fromEntries(sent.map(([key, value]) => [key, decodedUri(value)])) };
  }
  return undefined;
}

/** What parameters are, if not any segment. */
const SEGMENTS: Readonly<Record<string, string>> = {
  id: String.raw`[1-9]\d{0,14}`,
  collection: linkedTypes.map(type => KINDS[type].collection).join('|'),
};

const expressions = (Object.keys(SURFACE) as SurfaceName[]).map(name => {
  const pattern = SURFACE[name].path.replace(
    /:(\w+)/g,
    (_, parameter: string) => `(?<${parameter}>${SEGMENTS[parameter] ?? '[^/]+'})`,
  );
  return [name, new RegExp(`^${ADMIN}${pattern.replace(/\/$/, '/?')}$`)] as const;
});
