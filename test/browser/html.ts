import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/** Resolves its rules once: by itself the library does so for each document, which takes a fifth of the time. */
class OneConfig extends StaticConfigLoader {
  #resolved: ResolvedConfig | Promise<ResolvedConfig> | undefined;

  override getConfigFor(name: string, override?: ConfigData): ResolvedConfig | Promise<ResolvedConfig> {
    this.#resolved ??= super.getConfigFor(name, override);
    return this.#resolved;
  }
}

const validatorOf = (rules: ConfigData): HtmlValidate => new HtmlValidate(new OneConfig(rules));

const validator = validatorOf({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // As all other names in our pages.
    'doctype-style': ['error', { style: 'lowercase' }],
    // A list may have a name, as anything with a role.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Titles and telephone numbers are those that people wrote.
    'long-title': 'off',
    'tel-non-breaking': 'off',
    // It alone sends the point of a picture that was clicked, without a script.
    'prefer-button': ['error', { exclude: ['image'] }],
    // All files are of this service.
    'require-sri': 'off',
    // Templates leave blanks at the ends of lines, which mean nothing to a browser.
    'no-trailing-whitespace': 'off',
  },
});

/** Of markup that a text has broken: what people write need not be valid in itself. The parser reports errors of its own. */
const unbroken = validatorOf({
  root: true,
  rules: Object.fromEntries(
    ['close-order', 'close-attr', 'element-name', 'no-dup-attr', 'no-dup-id'].map(rule => [rule, 'error']),
  ),
});

/** What is wrong with the HTML of a document. */
export const htmlProblems = (html: string): Promise<string[]> => problemsIn(html, validator);

/** What is broken in the markup of a document: elements, attributes and ids that are not those of the page. */
export const brokenMarkup = (html: string): Promise<string[]> => problemsIn(html, unbroken);

async function problemsIn(html: string, by: HtmlValidate): Promise<string[]> {
  const { results } = await by.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const near = (html.split('\n')[line - 1] ?? '').slice(Math.max(0, column - 40), column + 80).trim();
      return `${ruleId}: ${message} (${line}:${column}) ${near}`;
    }),
  );
}
