import { decodeHTMLAttribute } from 'entities/decode';

/** Makes the addresses in sanitised HTML absolute, for readers that do not know where it comes from. */
export const withAbsoluteAddresses = (html: string, base: string): string =>
  html.includes('="') ? html.replace(TAG, tag => absoluteTag(tag, base)) : html;

/** The address as seen from `base`; the address itself if it is none. */
export function absolute(address: string, base: string): string {
  const url = SCHEME.test(address) ? undefined : URL.parse(address, base);
  return url?.href ?? address;
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** A tag with attributes. Sanitised HTML has no `>` within a value. */
const TAG = /<[a-z][^<>]*="[^<>]*>/g;

const ADDRESSES = / (href|src|poster|cite|srcset)="([^"]*)"/g;

function absoluteTag(tag: string, base: string): string {
  return tag.replace(ADDRESSES, (_, name: string, value: string) => {
    const typed = decodeHTMLAttribute(value);
    const made = name === 'srcset' ? absoluteCandidates(typed, base) : absolute(typed, base);
    return ` ${name}="${made.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  });
}

/** `/a.jpg 1x, /b.jpg 2x`. Commas within addresses were refused when the HTML was sanitised. */
const absoluteCandidates = (candidates: string, base: string): string =>
  candidates
    .split(',')
    .map(candidate => candidate.trim().replace(/^\S+/, address => absolute(address, base)))
    .join(', ');
