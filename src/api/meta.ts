import { describeRoute, routePattern } from '../http/describe-route.ts';
import { RestError } from '../http/errors.ts';
import { type Operation, publicRead } from '../http/operation.ts';
import { type DescribedRoute, type Route, staticRoute } from '../http/route.ts';
import type { Translations } from '../i18n/language.ts';
import { interfaceWords } from '../i18n/messages.ts';
import { type Argument, fallback, text } from '../input/arguments.ts';
import { LINKS, objectOf } from '../input/schemas.ts';
import { STORE_HEADER, storeId } from '../records/store-id.ts';

/** Any text, even an empty one; an unknown value is refused later. */
const anyText = (words: Translations) => text(words, sent => sent, { empty: true });

const namespaceField: Argument<string> = {
  ...anyText(interfaceWords.namespace),
  shownDefault: ({ address }) => address.namespace,
};

const describedRoute = objectOf(
  {
    namespace: { type: 'string' },
    methods: { type: 'array', items: { type: 'string' } },
    endpoints: {
      type: 'array',
      items: objectOf({ methods: { type: 'array', items: { type: 'string' } }, args: { type: 'object' } }),
    },
  },
  { _links: LINKS },
);

const indexSchema = objectOf({
  namespace: { type: 'string' },
  routes: { type: 'object', additionalProperties: describedRoute },
  _links: LINKS,
});

const documentSchema = {
  ...objectOf({
    openapi: { type: 'string' },
    info: { type: 'object' },
    paths: { type: 'object' },
    components: { type: 'object' },
  }),
  additionalProperties: true,
};

/** The index of all routes and the OpenAPI document, both made from the declarations of the routes. */
export function metaRoutes(routes: readonly Route[]): Route[] {
  const index = publicRead({
    words: interfaceWords.index,
    arguments: { namespace: namespaceField, context: fallback(anyText(interfaceWords.context), 'view') },
    answers: { status: 200, schema: indexSchema, errors: [400, unknownNamespace()] },
    async handle({ args, ...call }) {
      const { namespace, site } = call.address;
      if (args.namespace !== undefined && args.namespace !== namespace) throw unknownNamespace();
      const original = all.filter(({ isAddition }) => !isAddition);
      const described = original.map(route => [
        routePattern(namespace, route.path),
        describeRoute(route, call),
      ]);
      return {
        body: { namespace, routes: Object.fromEntries(described), _links: { up: [{ href: `${site}/` }] } },
        headers: { [STORE_HEADER]: await storeId(call.db) },
      };
    },
  });

  const all: Route[] = [
    staticRoute({ path: '', operations: [index] }),
    staticRoute({ path: '/doc', operations: [documentOf(() => all)] }),
    ...routes,
  ];
  return all.slice(0, 2);
}

/**
 * The OpenAPI document of a namespace beside the interface.
 * @param about the description of the namespace
 */
export function documentRoute(root: string, routes: readonly DescribedRoute[], about: Translations): Route {
  const route = staticRoute({ root, path: '/doc', operations: [documentOf(() => all, about)] });
  const all = [...routes, route];
  return route;
}

const documentOf = (routes: () => readonly DescribedRoute[], about?: Translations): Operation =>
  publicRead({
    words: interfaceWords.doc,
    arguments: {},
    answers: { status: 200, schema: documentSchema, errors: [400] },
    async handle(call) {
      // Few clients ask for it, so no start loads it.
      const { openApiDocument } = await import('./openapi/openapi.ts');
      const body = await openApiDocument(routes(), call, about);
      // The defaults of dates change every day.
      call.clock.today();
      return { body, until: Infinity };
    },
  });

const unknownNamespace = () => new RestError(404, 'rest_invalid_namespace', 'rest_invalid_namespace');
