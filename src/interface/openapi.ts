import { toWall } from '../calendar/zones.ts';
import type { Describing } from './index-route.ts';
import { components } from './openapi/components.ts';
import { sectionOf } from './openapi/names.ts';
import { paths } from './openapi/paths.ts';
import type { Route } from './route.ts';
import { interfaceWords } from './words/interface.ts';
import { sectionWords } from './words/schemas.ts';

/** The version of the interface, as its clients know it. */
const VERSION = '1.0.0';

type Routes = readonly Route[];
type Document = ReturnType<typeof build>;

const built = new WeakMap<Routes, Map<string, Document>>();
/** Languages times namespaces of one day, and some to spare. */
const MAX_BUILT = 64;

/** The OpenAPI document of the routes, in the language of the call and with its address as the server. */
export function openApiDocument(routes: Routes, call: Describing): Document {
  const { address, config, language, now } = call;
  const documents = built.get(routes) ?? new Map<string, Document>();
  built.set(routes, documents);
  // The defaults of dates are those of the day; of the address all but the server depends on the namespace.
  const key = [language, address.namespace, toWall(now, config.TIME_ZONE.id).slice(0, 10)].join(' ');
  const document = documents.get(key) ?? build(routes, call);
  if (!documents.has(key) && documents.size >= MAX_BUILT) documents.clear();
  documents.set(key, document);
  return { ...document, servers: [{ url: address.api }] };
}

function build(routes: Routes, call: Describing) {
  const { address, language } = call;
  return {
    openapi: '3.1.0',
    info: {
      title: interfaceWords.api_title[language],
      version: VERSION,
      description: interfaceWords.api_description[language],
    },
    servers: [{ url: address.api }],
    tags: [...new Set(routes.map(sectionOf))].map(name => ({
      name,
      description: sectionWords[name][language],
    })),
    paths: paths(routes, call),
    components: components(routes, call),
  };
}
