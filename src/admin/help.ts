import { readFileSync } from 'node:fs';
import { noRoute } from '../http/errors.ts';
import type { Language } from '../i18n/language.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import type { AdminCall, AdminPage } from './page.ts';
import { head } from './parts.ts';
import { type AdminAddress, SURFACE, type SurfaceName } from './surface.ts';

/** The address of the help for a page, if it has some. */
export function helpFor(page: SurfaceName, call: AdminCall): string | undefined {
  const { help }: AdminAddress = SURFACE[page];
  return help && call.at('help', { topic: help });
}

/** One topic, with links to the others that the viewer may need. */
export const helpPage: AdminPage = {
  async show(call) {
    const { topic = '' } = call.parameters;
    const topics = topicsIn(call.language);
    const shown = topics.get(topic);
    if (!shown) throw noRoute();
    const words = call.words.frame;
    const open = Object.values<AdminAddress>(SURFACE).filter(({ may }) => may(call.viewer, {}));
    const useful = new Set(open.map(({ help }) => help));
    const listed = [...topics].filter(([name]) => useful.has(name) || WITHIN_FORMS.has(name));
    return {
      title: shown.title,
      main: html`${head(shown.title, { lead: words.help })}<div class="help-text">
${shown.text}</div>
<nav aria-labelledby="others"><h2 id="others">${words.help_topics}</h2>
<ul class="help-topics">${listed.map(
        ([name, { title }]) =>
          html`<li><a href="${call.at('help', { topic: name })}"${attribute('aria-current', name === topic ? 'page' : undefined)}>${title}</a></li>\n`,
      )}</ul></nav>
`,
    };
  },
};

/** Topics of what is part of a form. */
const WITHIN_FORMS: ReadonlySet<string> = new Set(['series']);

interface HelpTopic {
  readonly title: string;
  readonly text: Html;
}

const read = new Map<Language, ReadonlyMap<string, HelpTopic>>();

/** The topics in a language, by name, in the order of the document. */
export const topicsIn = (language: Language): ReadonlyMap<string, HelpTopic> =>
  read.getOrInsertComputed(language, () => {
    const address = new URL(`../../docs/keeping-a-calendar.${language}.md`, import.meta.url);
    const [, ...parts] = readFileSync(address, 'utf8').split(/^<!-- (\w+) -->\n/m);
    const names = parts.filter((_, at) => at % 2 === 0);
    return new Map(names.map((name, at) => [name, topicOf(parts[2 * at + 1]!)]));
  });

/** What these documents use of Markdown: a heading, paragraphs, and lists, each of which is one line. */
function topicOf(text: string): HelpTopic {
  const [heading = '', ...blocks] = text.trim().split(/\n\n/);
  const shown = blocks.map(block =>
    block.startsWith('- ')
      ? html`<ul>${block
          .split(/^- /m)
          .slice(1)
          .map(item => html`<li>${inline(item)}</li>\n`)}</ul>\n`
      : html`<p>${inline(block)}</p>\n`,
  );
  return { title: heading.replace(/^## /, ''), text: html`${shown}` };
}

/** Text with bold words and examples. */
const inline = (text: string): Html =>
  html`${text
    .trim()
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .map(part =>
      part.startsWith('**')
        ? html`<strong>${part.slice(2, -2)}</strong>`
        : part.startsWith('`')
          ? html`<kbd>${part.slice(1, -1)}</kbd>`
          : part,
    )}`;
