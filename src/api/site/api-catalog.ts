import { operation } from '../../http/operation.ts';
import { staticRoute } from '../../http/route.ts';
import { siteWords } from '../../i18n/messages.ts';
import { objectOf } from '../../input/schemas.ts';
import { safeJson } from '../../lib/json.ts';
import { addressBeside, CANONICAL, HISTORY, IMAGES_PATH, TRASH, USERS } from '../../site/address.ts';

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const PATH = '/.well-known/api-catalog';

const catalog = operation({
  methods: ['GET'],
  words: siteWords.catalog,
  arguments: {},
  may: () => true,
  mediaType: LINKSET,
  answers: {
    status: 200,
    schema: objectOf({ linkset: { type: 'array', items: { type: 'object' } } }),
    errors: [400],
  },
  async handle({ address }) {
    const linkset = [CANONICAL, HISTORY, TRASH, USERS, IMAGES_PATH].map(root => {
      const anchor = addressBeside(address, root);
      return { anchor, 'service-desc': [{ href: `${anchor}/doc`, type: 'application/json' }] };
    });
    return {
      mediaType: LINKSET,
      body: safeJson({ linkset }),
      headers: { Link: `<${new URL(PATH, address.site).href}>; rel="api-catalog"` },
      until: Infinity,
    };
  },
});

/** The interfaces of the service and their descriptions (RFC 9727), as a set of links (RFC 9264). */
export const apiCatalogRoute = staticRoute({ root: PATH, path: '', operations: [catalog] });
