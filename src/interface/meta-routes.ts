import Type from 'typebox';
import { type Argument, fallback, text } from './arguments.ts';
import { RestError } from './errors.ts';
import { describeRoute, routePattern } from './index-route.ts';
import { openApiDocument } from './openapi.ts';
import { operation, type Route } from './route.ts';
import { interfaceWords } from './words/interface.ts';

const namespaceField: Argument<string> = {
  ...text(interfaceWords.namespace),
  shownDefault: ({ address }) => address.namespace,
};

/** The index of all routes and the OpenAPI document, both made from the routes' own declarations. */
export function metaRoutes(routes: readonly Route[]): Route[] {
  const index = operation({
    methods: ['GET'],
    words: interfaceWords.index,
    arguments: { namespace: namespaceField, context: fallback(text(interfaceWords.context), 'view') },
    may: () => true,
    answers: { status: 200, schema: Type.Object({}), errors: [400, 404] },
    async handle({ args, ...call }) {
      const { namespace, site } = call.address;
      if (args.namespace !== undefined && args.namespace !== namespace) {
        throw new RestError(404, 'rest_invalid_namespace', 'rest_invalid_namespace');
      }
      const described = all.map(route => [routePattern(namespace, route.path), describeRoute(route, call)]);
      return {
        body: { namespace, routes: Object.fromEntries(described), _links: { up: [{ href: `${site}/` }] } },
      };
    },
  });

  const document = operation({
    methods: ['GET'],
    words: interfaceWords.doc,
    arguments: {},
    may: () => true,
    answers: { status: 200, schema: Type.Object({}), errors: [400] },
    handle: async call => ({ body: openApiDocument(all, call) }),
  });

  const all: Route[] = [
    { path: '', operations: [index] },
    { path: '/doc', operations: [document] },
    ...routes,
  ];
  return all.slice(0, 2);
}
