import { rowsOf } from '../db/prepared.ts';
import type { Answer, BareCall, Call } from '../http/call.ts';
import { RestError } from '../http/errors.ts';
import { PRIVATE, publicHeaders } from '../http/headers.ts';
import { type Declared, type Operation, operation } from '../http/operation.ts';
import type { PublicPage } from '../http/reference-pages.ts';
import { type RouteDeclaration, recordRoute } from '../http/route.ts';
import { pageOperationWords } from '../i18n/messages.ts';
import type { Arguments } from '../input/arguments.ts';
import { geoPoints } from '../read-model/geo-points.ts';
import type { RecordSource } from '../read-model/record-source.ts';
import type { PageAddress } from '../site/page-addresses.ts';
import { documentOf } from './frame/document.ts';
import type { DocumentParts } from './frame/document-parts.ts';
import { parameterOf } from './parts/query.ts';

export const MEDIA_TYPE = 'text/html';

/** A page, and for how long caches may keep it. */
export type PageAnswer = DocumentParts & Pick<Answer, 'until' | 'state' | 'headers' | 'status'>;

/** The address at which the page is, in place of the page. */
export interface Redirect {
  readonly redirect: Answer;
}

interface PageDeclaration<A extends Arguments, Target> {
  readonly arguments: A;
  /** `POST` as well for a page with a form that is not a search. */
  readonly methods?: Declared['methods'];
  readonly show: (call: Call<A, Target>) => Promise<PageAnswer | Redirect>;
}

export const page = <const A extends Arguments, Target = undefined>({
  arguments: declared,
  methods = ['GET'],
  show,
}: PageDeclaration<A, Target>): Operation<Target> =>
  operation<A, Target>({
    methods,
    words: pageOperationWords.page,
    arguments: declared,
    may: () => true,
    mediaType: MEDIA_TYPE,
    answers: { status: 200, schema: { type: 'string' }, errors: [400, 404] },
    async handle(call) {
      const read = { ...call, page: call.page && { ...call.page, query: queryFor(declared, call.page) } };
      const shown = await show(read);
      if ('redirect' in shown) return shown.redirect;
      const { until, state, headers, status, ...parts } = shown;
      const body = documentOf({ ...parts, hasMap: await hasMap(call) }, read).text;
      return { mediaType: MEDIA_TYPE, body, ...defined({ until, state, headers, status }) };
    },
  });

/** The places from which a plan is of use. */
const ENOUGH_PLACES = 3;

/** Whether a map is of use: it has tiles, or enough places that everybody may see. */
export async function hasMap({
  config,
  db,
  readModel,
}: RecordSource & Pick<BareCall, 'config'>): Promise<boolean> {
  if (config.TILES_URL) return true;
  const places = readModel ? (await readModel.places()).points : await rowsOf(db, geoPoints, []);
  let found = 0;
  return places.some(({ status }) => status === 'publish' && ++found === ENOUGH_PLACES);
}

/** What the address of a page names. */
export type PageTarget<Target> = Pick<RouteDeclaration<Target>, 'find' | 'key' | 'beside' | 'isReadable'>;

/** A page in the table of public ones. */
export const publicPage = <Target = undefined>(
  at: PageAddress,
  page: Operation<Target>,
  // A page whose address names nothing has no target.
  named: PageTarget<Target> = { find: async () => undefined as Target },
): PublicPage => ({ at, route: recordRoute({ root: '', path: at.path, ...named, operations: [page] }) });

export const today: PageTarget<string> = { find: async ({ clock }) => clock.today() };

/** The date that an address names: a day, or a month. */
export const dated: PageTarget<string> = { find: async (_, { date }) => date };

/** Redirects to the address that a page has for good. */
export const redirectTo = (
  location: string,
  { viewer, config }: Pick<BareCall, 'viewer' | 'config'>,
): Redirect => ({
  redirect: {
    ...{ status: 301, mediaType: MEDIA_TYPE, body: '' },
    headers: { ...(viewer ? PRIVATE : publicHeaders(config)), location },
  },
});

const defined = <Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** An address that people share must not open what a password protects. */
const SECRET = 'password';

/** The most values in the address of a page. Its links repeat them, and people choose a few. */
const MOST = 200;

/**
 * The parameters of an address that its page reads, which the links of the page repeat. Others, such as those by which
 * newsletters count their readers, are neither filters nor kept. Of a parameter that is sent twice, the last one counts.
 * @throws RestError 400 if there are too many
 */
function queryFor(declared: Arguments, { query }: { readonly query: URLSearchParams }): URLSearchParams {
  const own = new URLSearchParams();
  for (const [name, value] of query) {
    const parameter = parameterOf(name);
    if ((!Object.hasOwn(declared, parameter) && parameter !== 'all_values') || parameter === SECRET) continue;
    if (parameter === name) own.set(name, value);
    else own.append(name, value);
    if (own.size > MOST)
      throw new RestError(400, 'rest_bad_request', 'too_many_values', { values: { max: MOST } });
  }
  return own;
}
