import type { BareCall } from '../../http/call.ts';
import { describeRoute, routePattern } from '../../http/describe-route.ts';
import { addressIn, namespacesOf, WORDPRESS } from '../../http/discovery.ts';
import { noRoute } from '../../http/errors.ts';
import { publicRead } from '../../http/operation.ts';
import { type DescribedRoute, type Route, staticRoute } from '../../http/route.ts';
import { siteWords } from '../../i18n/messages.ts';
import { LINKS, objectOf } from '../../input/schemas.ts';
import { sliceAt } from '../../lib/time/zone-offsets.ts';
import { STORE_HEADER, storeId } from '../../records/store-id.ts';
import { addressBeside } from '../../site/address.ts';
import { siteName } from '../../site/name.ts';

const TEXT = { type: 'string' };

const schema = objectOf({
  ...{ name: TEXT, description: TEXT, url: TEXT, home: TEXT, gmt_offset: { type: 'number' } },
  timezone_string: TEXT,
  namespaces: { type: 'array', items: TEXT },
  authentication: { type: 'array', maxItems: 0 },
  routes: { type: 'object', additionalProperties: { type: 'object' } },
  _links: LINKS,
});

/**
 * The index by which programs find the interface on a WordPress site: the name of the site, its namespaces and their
 * routes.
 * @param routes those of the interface
 */
export function wordPressIndexRoute(routes: readonly DescribedRoute[]): Route {
  const index = publicRead({
    words: siteWords.index,
    arguments: {},
    answers: { status: 200, schema, errors: [400, noRoute()] },
    async handle(call) {
      const { address, config, clock } = call;
      const namespaces = namespacesOf(config);
      if (namespaces.length === 0) throw noRoute();
      const { name, id } = config.TIME_ZONE;
      const slice = sliceAt(id, clock.instant);
      clock.narrow({ since: slice.start, until: slice.end });
      const body = {
        ...{ name: siteName(call), description: '', url: address.site, home: address.site },
        gmt_offset: slice.offset / 3600,
        timezone_string: /^[+-]/.test(id) ? '' : name,
        namespaces,
        authentication: [],
        routes: { '/': rootOf(call), ...Object.assign({}, ...namespaces.map(inNamespace)) },
        _links: { 'service-desc': [{ href: `${addressIn(namespaces[0]!, address).api}/doc` }] },
      };
      // The defaults of dates change every day.
      clock.today();
      const headers = { [STORE_HEADER]: await storeId(call.db) };
      return { body, headers, until: Infinity };

      function inNamespace(namespace: string) {
        const described = { ...call, address: addressIn(namespace, address) };
        return Object.fromEntries(
          routes
            .filter(({ isAddition }) => !isAddition)
            .map(route => [routePattern(namespace, route.path), describeRoute(route, described)]),
        );
      }
    },
  });
  return staticRoute({ root: WORDPRESS, path: '', operations: [index] });
}

const rootOf = ({ address }: BareCall) => ({
  ...{ namespace: '', methods: ['GET'], endpoints: [{ methods: ['GET'], args: {} }] },
  _links: { self: [{ href: `${addressBeside(address, WORDPRESS)}/` }] },
});
