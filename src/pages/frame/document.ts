import { type Html, html } from '../../lib/html.ts';
import { pageInLanguages } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import type { DocumentParts, PageCall } from './document-parts.ts';
import { footerOf } from './footer.ts';
import { headOf } from './head.ts';
import { headerOf } from './header.ts';

/** The whole document of a page. */
export function documentOf(parts: DocumentParts, call: PageCall): Html {
  const path = parts.path ?? (() => call.page?.path ?? '/events/');
  const versions = pageInLanguages(call, path);
  return html`<!doctype html>
<html lang="${call.language}">
<head>
${headOf(parts, call, versions)}
</head>
<body>
<a class="skip" href="#main">${wordsIn('pages', call).skip}</a>
${headerOf(parts, call, versions)}
<main id="main" tabindex="-1">
${parts.main}
</main>
${footerOf(call)}
</body>
</html>
`;
}
