import { operation } from '../../http/operation.ts';
import { staticRoute } from '../../http/route.ts';
import { siteWords } from '../../i18n/messages.ts';

const robots = operation({
  methods: ['GET'],
  words: siteWords.robots,
  arguments: {},
  may: () => true,
  mediaType: 'text/plain',
  answers: { status: 200, schema: { type: 'string' }, errors: [400] },
  handle: async ({ address }) => ({
    mediaType: 'text/plain',
    body: `User-agent: *\nDisallow:\n\nSitemap: ${address.site}/sitemap.xml\n`,
    until: Infinity,
  }),
});

/** What crawlers may read (RFC 9309): everything, since nobody sees what is not public; and where the sitemap is. */
export const robotsRoute = staticRoute({ root: '/robots.txt', path: '', operations: [robots] });
