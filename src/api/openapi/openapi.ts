import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { type Describing, namespaceOf } from '../../http/describe-route.ts';
import type { Declared } from '../../http/operation.ts';
import type { DescribedRoute } from '../../http/route.ts';
import type { Translations } from '../../i18n/language.ts';
import { interfaceWords, sectionWords } from '../../i18n/messages.ts';
import { Pacer } from '../../lib/pacer.ts';
import { toWall } from '../../lib/time/zones.ts';
import { designOf } from '../../site/design.ts';
import { components } from './components.ts';
import { type Documented, documentedOperations } from './documented.ts';
import { isPublic } from './errors.ts';
import { formatPaths } from './formats.ts';
import { documentPath, operationId, sectionOf } from './names.ts';
import { bodyNames, parameters } from './requests.ts';
import { responses } from './responses.ts';

/** The version of the interface that clients expect. */
const VERSION = '1.0.0';

type Routes = readonly DescribedRoute[];
type OpenApiDocument = Awaited<ReturnType<typeof build>>;

const built = new WeakMap<Config, WeakMap<Routes, LRUCache<string, Promise<OpenApiDocument>>>>();
/** Documents per set of routes and settings: more than the languages times the namespaces of one day. */
const MAX_BUILT = 64;

/** The OpenAPI document of one namespace, in the language of the call and with its address as the server. */
export async function openApiDocument(
  routes: Routes,
  call: Describing,
  about: Translations = interfaceWords.api_description,
): Promise<OpenApiDocument> {
  const { address, config, language, now } = call;
  const documents = built
    .getOrInsertComputed(config, () => new WeakMap())
    .getOrInsertComputed(routes, () => new LRUCache({ max: MAX_BUILT }));
  // The defaults of dates change every day. Of the address, only the server depends on more than the namespace.
  const path = address.api.slice(address.site.length);
  const { version } = designOf(config);
  const key = [version, language, path, toWall(now, config.TIME_ZONE.id).slice(0, 10)].join(' ');
  const document = documents.get(key) ?? build(routes, call, about);
  documents.set(key, document);
  return { ...(await document), servers: [serverOf(routes, call)] };
}

/** The server. Clients put the paths behind its URL, so it ends without a slash. */
const serverOf = (routes: Routes, call: Describing) => ({ url: namespaceOf(routes[0]!, call).api });

/** Builds a document. After a start that takes some hundred milliseconds, with pauses for other requests. */
async function build(routes: Routes, call: Describing, about: Translations) {
  const { language } = call;
  const pacer = new Pacer();
  const operations = await paths(routes, call, pacer);
  const all = await components(routes, call, pacer);
  await pacer.pause();
  return {
    openapi: '3.1.0',
    info: {
      title: interfaceWords.api_title[language],
      version: VERSION,
      description: about[language],
      license: { name: 'MIT', identifier: 'MIT' },
      // The licence above is that of the program.
      ...(call.config.DATA_LICENSE && { 'x-data-license': call.config.DATA_LICENSE }),
    },
    servers: [serverOf(routes, call)],
    tags: [...new Set(routes.map(sectionOf))].map(name => ({
      name,
      description: sectionWords[name][language],
    })),
    paths: operations,
    components: referredTo(all, operations),
  };
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Keeps the components that the paths refer to, directly or not, and the security schemes, which have no references.
 */
function referredTo<All extends Components>(components: All, paths: object): All {
  const referred = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (referred.has(`${kind} ${name}`)) continue;
      referred.add(`${kind} ${name}`);
      follow(components[kind!]?.[name!] ?? null);
    }
  };
  follow(paths);
  const kept = (kind: string, all: Components[string]) =>
    Object.entries(all).filter(([name]) => kind === 'securitySchemes' || referred.has(`${kind} ${name}`));
  // The kinds of components stay the same.
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [kind, Object.fromEntries(kept(kind, all))]),
  ) as All;
}

/** The operations of all routes, by path and method. */
async function paths(
  routes: readonly DescribedRoute[],
  call: Describing,
  pacer: Pacer,
): Promise<Record<string, object>> {
  const bodies = bodyNames(routes);
  const all: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const described: Record<string, object> = {};
    for (const documented of documentedOperations(route)) {
      const body = bodies.get(documented.operation.arguments);
      described[documented.method.toLowerCase()] = describe(documented, body, call);
      await pacer.pause();
    }
    all[documentPath(route)] = described;
  }
  return { ...all, ...(await formatPaths(routes, call, pacer)) };
}

function describe(documented: Documented, body: string | undefined, call: Describing): object {
  const { route, operation } = documented;
  const signedIn = [{ basic: [] }, { bearer: [] }];
  return {
    tags: [sectionOf(route)],
    operationId: operationId(documented),
    summary: operation.words[call.language],
    security: isPublic(operation) ? [{}, ...signedIn] : signedIn,
    parameters: parameters(documented, call),
    ...(body && { requestBody: { $ref: `#/components/requestBodies/${body}` } }),
    ...(operation.content && { requestBody: contentOf(operation.content) }),
    responses: responses(documented, call.language),
  };
}

const contentOf = (content: NonNullable<Declared['content']>): object => ({
  required: true,
  content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
});
