import { noRoute } from '../../http/errors.ts';
import { publicRead } from '../../http/operation.ts';
import { type DescribedRoute, type Route, staticRoute } from '../../http/route.ts';
import { siteWords } from '../../i18n/messages.ts';
import { objectOf } from '../../input/schemas.ts';
import { safeJson } from '../../lib/json.ts';
import { addressBeside, IMAGES_PATH, NAMESPACES } from '../../site/address.ts';
import { SITE_FILES } from '../../site/page-addresses.ts';
import { sitemapRoutes } from './sitemap.ts';
import { wordPressIndexRoute } from './wordpress-index.ts';

const securityText = publicRead({
  words: siteWords.security,
  arguments: {},
  mediaType: 'text/plain',
  answers: { status: 200, schema: { type: 'string' }, errors: [400, noRoute()] },
  async handle({ address, config, clock }) {
    const { SECURITY_CONTACT: contacts } = config;
    if (contacts.length === 0) throw noRoute();
    const month = startOfMonth(clock.instant);
    const lines = [
      ...contacts.map(contact => `Contact: ${contact}`),
      `Expires: ${startOfMonth(clock.instant, MONTHS).toString()}`,
      `Canonical: ${new URL(SITE_FILES.securityText, address.site).href}`,
    ];
    const next = startOfMonth(clock.instant, 1);
    const seconds = (instant: Temporal.Instant) => instant.epochMilliseconds / 1000;
    clock.narrow({ since: seconds(month), until: seconds(next) });
    return { mediaType: 'text/plain', body: `${lines.join('\n')}\n`, until: Infinity };
  },
});

/** Months for which the contact is said to hold, from this month on. The service says it anew as long as it runs. */
const MONTHS = 6;

const startOfMonth = (now: number, ahead = 0): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO('UTC')
    .with({ day: 1 })
    .startOfDay()
    .add({ months: ahead })
    .toInstant();

/** Whom to tell of a weakness (RFC 9116), if that is configured. */
const securityRoute = staticRoute({ root: SITE_FILES.securityText, path: '', operations: [securityText] });

const robots = publicRead({
  words: siteWords.robots,
  arguments: {},
  mediaType: 'text/plain',
  answers: { status: 200, schema: { type: 'string' }, errors: [400] },
  handle: async ({ address }) => ({
    mediaType: 'text/plain',
    body: `User-agent: *\nDisallow:\n\nSitemap: ${address.site}${SITE_FILES.sitemap}\n`,
    until: Infinity,
  }),
});

/** What crawlers may read (RFC 9309): everything, since nobody sees what is not public; and where the sitemap is. */
const robotsRoute = staticRoute({ root: SITE_FILES.robots, path: '', operations: [robots] });

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const catalog = publicRead({
  words: siteWords.catalog,
  arguments: {},
  mediaType: LINKSET,
  answers: {
    status: 200,
    schema: objectOf({ linkset: { type: 'array', items: { type: 'object' } } }),
    errors: [400],
  },
  async handle({ address }) {
    const linkset = [...NAMESPACES, IMAGES_PATH].map(root => {
      const anchor = addressBeside(address, root);
      return { anchor, 'service-desc': [{ href: `${anchor}/doc`, type: 'application/json' }] };
    });
    return {
      mediaType: LINKSET,
      body: safeJson({ linkset }),
      headers: { Link: `<${new URL(SITE_FILES.apiCatalog, address.site).href}>; rel="api-catalog"` },
      until: Infinity,
    };
  },
});

/** The interfaces of the service and their descriptions (RFC 9727), as a set of links (RFC 9264). */
const apiCatalogRoute = staticRoute({ root: SITE_FILES.apiCatalog, path: '', operations: [catalog] });

/**
 * What programs ask a site for at addresses that they know.
 * @param routes those of the interface
 */
export const siteRoutes = (routes: readonly DescribedRoute[]): Route[] => [
  ...[robotsRoute, ...sitemapRoutes, securityRoute, apiCatalogRoute],
  wordPressIndexRoute(routes),
];
