import { attribute, type Html, html } from '../lib/html.ts';
import { ALLOWED_ELEMENTS } from '../lib/text/elements.ts';
import type { AdminCall } from './page.ts';
import { described, type Field, fieldId } from './parts.ts';

/** What the toolbar of the editor offers, with the key that does the same. */
const TOOLS = {
  bold: 'Control+B',
  italic: 'Control+I',
  link: 'Control+K',
  heading: undefined,
  subheading: undefined,
  bullets: 'Control+Shift+8',
  numbers: 'Control+Shift+9',
} as const;

/** A field of a text that is HTML: a script puts the editor in its place. */
export function richText(
  call: AdminCall,
  declared: Field & { readonly value: string | undefined; readonly lang?: string },
): Html {
  const words = call.words.editor;
  const { name, value, lang } = declared;
  const id = fieldId(name);
  const tools = (Object.keys(TOOLS) as (keyof typeof TOOLS)[]).map(
    (tool, at) =>
      html`<button type="button" data-tool="${tool}" aria-pressed="false"${attribute('aria-keyshortcuts', TOOLS[tool])}${attribute('tabindex', at > 0 && -1)}>${words[tool]}</button>\n`,
  );
  return html`<textarea id="${id}" name="${name}" rows="8"${attribute('lang', lang)}${described(declared)}>${value}</textarea>
<div class="editor" data-rich="${id}" data-elements="${ALLOWED_ELEMENTS.join(' ')}" hidden>
<div class="tools" role="toolbar" aria-label="${words.label}">
${tools}</div>
<div class="address" data-link hidden><label for="${id}-address">${words.address}</label><input type="text" id="${id}-address" inputmode="url" autocomplete="off"><button type="button" class="button low" data-set>${words.set}</button></div>
<div data-text></div>
</div>`;
}
