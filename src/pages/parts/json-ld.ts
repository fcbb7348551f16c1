import { embeddableJson } from '../../formats/well-formed-json.ts';
import { type Html, html, trusted } from '../../lib/html.ts';

/** The structured data of a page: a script of data, which runs nothing. */
export const jsonLd = (node: object): Html =>
  html`<script type="application/ld+json">${trusted(embeddableJson(node))}</script>`;
