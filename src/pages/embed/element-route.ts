import { operation } from '../../http/operation.ts';
import { staticRoute } from '../../http/route.ts';
import { embedPageWords } from '../../i18n/messages.ts';
import { elementText } from './element-text.ts';

const SCRIPT = 'text/javascript';

const element = operation({
  methods: ['GET'],
  words: embedPageWords.script,
  arguments: {},
  may: () => true,
  mediaType: SCRIPT,
  answers: { status: 200, schema: { type: 'string' }, errors: [400] },
  handle: async ({ config }) => ({ mediaType: SCRIPT, body: elementText(config), until: Infinity }),
});

/** The script of the element with which other sites show events. Its address is in their pages, so it never changes. */
export const elementRoute = staticRoute({ root: '/embed.js', path: '', operations: [element] });
