import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { publicRead } from '../../http/operation.ts';
import { staticRoute } from '../../http/route.ts';
import { type Language, languages, timeGrammarOf } from '../../i18n/language.ts';
import { calendarWords, embedPageWords } from '../../i18n/messages.ts';
import type { Accent } from '../../site/accent.ts';
import { designOf } from '../../site/design.ts';
import { inOwnWords, wordsOf } from '../../site/words.ts';
import { wordsIn } from '../words.ts';

const SCRIPT = 'text/javascript';

const element = publicRead({
  words: embedPageWords.script,
  arguments: {},
  mediaType: SCRIPT,
  answers: { status: 200, schema: { type: 'string' }, errors: [400] },
  handle: async ({ config }) => ({ mediaType: SCRIPT, body: elementText(config), until: Infinity }),
});

/** The script of the element with which other sites show events. Its address is in their pages, so it never changes. */
export const elementRoute = staticRoute({ root: '/embed.js', path: '', operations: [element] });

const read = (name: string): string => readFileSync(new URL(`./element/${name}`, import.meta.url), 'utf8');

/** The modules of the element, each before those that import it. */
const MODULES = [
  '../../../i18n/time-of-day',
  ...['dom', 'dates', 'settings', 'requests', 'lines', 'list', 'month', 'element'],
];

/** Without comments and indentation, of which texts have none over several lines. */
const compact = (text: string): string => text.replace(/^\s*(?:\/\/|\/?\*).*\n/gm, '').replace(/^\s+/gm, '');

/**
 * One module in place of all: the names that one exports are known to those that follow. Its texts have no operators
 * between spaces, no spaces within braces, and none behind a comma but where that is all of the text. The name that most
 * functions have in common is short.
 */
const joined = compact(MODULES.map(name => read(`${name}.js`)).join('\n'))
  .replace(/^import [^;]*;\n/gm, '')
  .replace(/\bsettings\b/g, 's')
  .replace(/^export /gm, '')
  .replace(/\s([=!<>?:|&+*/%-]+)\s/g, '$1')
  .replace(/,?\n(?=[)\]}])|(?<=[,({[])\n|\n(?=\.)/g, '')
  .replace(/(?<=\{) | (?=\})/g, '')
  .replace(/\}\n(?=[}#\w])/g, '}')
  .replace(/;\n?\}/g, '}')
  .replace(/(?<!')(,) (?=')|(,) (?=[^'])|(?<=\w)(:) (?=[\w{[('`])|(?<=\)) |(;)\n/g, '$1$2$3$4');

/** Its texts have no fractions and no attributes. */
const dense = (css: string): string =>
  css
    .replace(/\s*([{};:,])\s+/g, '$1')
    .replaceAll(';}', '}')
    .replace(/\b0(?=\.\d)|(?<==)"|"(?=\])/g, '')
    .replaceAll('"', "'")
    .replace(/ ([/>*]) /g, '$1');

const styles = dense(compact(read('element.css') + read('../../styles/16-colours.css')));

function textsOf(language: Language, config: Config): object {
  const { canceled, postponed, moved_online, running } = wordsIn('calendarPages', { language, config });
  const shared = { canceled, postponed, moved_online, running, online: calendarWords.online[language] };
  const { partsOfDay: _, ...times } = timeGrammarOf(language);
  return { ...wordsIn('embedWords', { language, config }), ...shared, times };
}

/** Links have the accent colour of the service, unless the page sets another one. */
const accentStyles = ({ light, dark }: Accent): string => `@supports (color: light-dark(red, red)) {
.root { --accent: var(--almanac-accent, light-dark(${light.accent}, ${dark.accent})); }
}
`;

/** The script of the element `<almanac-calendar>`, with all that it needs to know of this service. */
function elementText(config: Config): string {
  const { TIME_ZONE, LANGUAGE, DAY_ENDS } = config;
  const site = {
    events: inOwnWords('/events', wordsOf(config)),
    ...{
      zone: TIME_ZONE.id,
      night: DAY_ENDS,
      language: LANGUAGE,
      styles: styles + dense(accentStyles(designOf(config).accent)),
    },
    words: Object.fromEntries(languages.map(language => [language, textsOf(language, config)])),
  };
  const values = JSON.stringify(site).replace(/"(\w+)":/g, '$1:');
  return `const SITE = ${values};\n${joined}`;
}
