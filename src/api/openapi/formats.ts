import type { MediaFormat } from '../../formats/event-format.ts';
import { type Describing, pathArguments } from '../../http/describe-route.ts';
import type { Declared } from '../../http/operation.ts';
import type { DescribedRoute } from '../../http/route.ts';
import { eventWords, interfaceWords } from '../../i18n/messages.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { isPublic } from './errors.ts';
import { operationId, sectionOf } from './names.ts';
import { documentedArguments, queryParameter } from './requests.ts';
import { COMMON, headerRefs, responses } from './responses.ts';

/**
 * The addresses of documents below the site, without their suffixes, by the paths of the operations that answer in these
 * formats. An operation by id has none: there `Accept` alone chooses.
 */
const PAGES: Readonly<Record<string, string>> = {
  '/events': '/events',
  '/events/by-slug/:slug': '/event/{slug}',
  '/events/by-slug/:slug/occurrences': '/event/{slug}/all',
  '/events/by-slug/:slug/occurrences/:date': '/event/{slug}/{date}',
  '/venues': '/venues',
  '/venues/by-slug/:slug': '/venue/{slug}',
  '/organizers': '/organizers',
  '/organizers/by-slug/:slug': '/organizer/{slug}',
  '/categories': '/categories',
  '/categories/:id': '/events/category/{slug}',
  '/tags': '/tags',
  '/tags/:id': '/events/tag/{slug}',
};

/** A route with an operation that answers in a format. */
interface Formatted {
  readonly route: DescribedRoute;
  readonly operation: Declared;
  readonly format: MediaFormat;
  /** The id of the same operation in JSON. */
  readonly id: string;
}

const formattedOf = (routes: readonly DescribedRoute[]): Formatted[] =>
  routes.flatMap(route =>
    route.operations.flatMap(json =>
      (PAGES[route.path] === undefined ? [] : (json.documents ?? [])).flatMap(({ formats, operation }) =>
        formats.map(format => ({
          ...{ route, operation, format },
          id: operationId({ route, operation: json, method: 'GET' }),
        })),
      ),
    ),
  );

/**
 * Each format of each operation at an address of its own: a generator of typed clients takes all successful answers of
 * an operation for one type, which would be a record or a text.
 */
export async function formatPaths(
  routes: readonly DescribedRoute[],
  call: Describing,
  pacer: Pacer,
): Promise<Record<string, object>> {
  // Relative, because the document is the same for all hosts.
  const servers = [{ url: Array(segmentsOf(call)).fill('..').join('/') }];
  const all: Record<string, object> = {};
  for (const formatted of formattedOf(routes)) {
    const path = `${PAGES[formatted.route.path]}.${formatted.format.suffix}`;
    all[path] = { servers, get: describe(formatted, call) };
    await pacer.pause();
  }
  return all;
}

/** How many segments of the address of the document lie below the site, and the language in front of its path. */
const segmentsOf = ({ address: { api, site, language } }: Describing): number =>
  api.slice(site.length + (language ? language.length + 1 : 0)).split('/').length - 1;

function describe({ route, operation, format, id }: Formatted, call: Describing): object {
  const described = { route, operation, method: 'GET' } as const;
  const { [operation.answers.status]: _, 406: __, ...failures } = responses(described, call.language);
  const signedIn = [{ basic: [] }, { bearer: [] }];
  const inPath = [...(PAGES[route.path] ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return {
    tags: [sectionOf(route)],
    operationId: `${id}As${format.suffix[0]!.toUpperCase()}${format.suffix.slice(1)}`,
    summary: operation.words[call.language],
    security: isPublic(operation) ? [{}, ...signedIn] : signedIn,
    parameters: [
      ...inPath.map(name => ({
        ...{ name, in: 'path', required: true },
        description: (pathArguments(route)[name]?.words ?? eventWords.slug_path)[call.language],
        schema: { type: 'string' },
      })),
      ...documentedArguments(operation.arguments).map(([name]) => ({
        $ref: `#/components/parameters/${nameOf(operation.arguments, name, sectionOf(route))}`,
      })),
    ],
    responses: {
      200: {
        description: interfaceWords.document[call.language],
        headers: headerRefs(['Allow', ...COMMON]),
        content: {
          [format.mediaType]: { schema: { type: format.mediaType.endsWith('json') ? 'object' : 'string' } },
        },
      },
      ...failures,
    },
  };
}

/** The name of a parameter that several formats share. */
const nameOf = (declared: Readonly<Record<string, unknown>>, name: string, section: string): string =>
  `${section}-${Object.keys(declared).length}-${name}`;

/** The parameters that formats refer to. */
export const formatParameters = (
  routes: readonly DescribedRoute[],
  call: Describing,
): Record<string, object> =>
  Object.fromEntries(
    formattedOf(routes).flatMap(({ route, operation }) =>
      documentedArguments(operation.arguments).map(([name, argument]) => [
        nameOf(operation.arguments, name, sectionOf(route)),
        queryParameter(name, argument, call),
      ]),
    ),
  );
