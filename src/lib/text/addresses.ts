import { decodeHTMLAttribute } from 'entities/decode';
import { escapedAttribute } from './escape.ts';

/** Whether a link may lead there: nothing but the web is safe to open. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);

const MAIL_ADDRESS = /^[^\s\p{C}@<>()[\],;:"\\]{1,64}@[A-Za-z\d](?:[A-Za-z\d.-]{0,252}[A-Za-z\d])?$/u;

/** Whether a text is an e-mail address that reaches one mailbox and says nothing else: no line, no list, no comment. */
export const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text);

/** Makes the addresses in sanitised HTML absolute, for readers that do not know where it comes from. */
export const withAbsoluteAddresses = (html: string, base: string): string =>
  withAddresses(html, address => absolute(address, base));

/** The same for a page that shows the HTML: places within the page stay. */
export const withCompleteAddresses = (html: string, base: string): string =>
  withAddresses(html, address => (/^(#|$)/.test(address) ? address : absolute(address, base)));

type CompleteAddress = (address: string) => string;

const withAddresses = (html: string, complete: CompleteAddress): string =>
  html.includes('="') ? html.replace(TAG, tag => completeTag(tag, complete)) : html;

/** The address as seen from `base`; the text itself if it is no address. */
export function absolute(address: string, base: string): string {
  const url = SCHEME.test(address) ? undefined : URL.parse(address, base);
  return url?.href ?? address;
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** A tag with attributes. Sanitised HTML has no `>` within a value. */
const TAG = /<[a-z][^<>]*="[^<>]*>/g;

const ADDRESSES = / (href|src|poster|cite|srcset)="([^"]*)"/g;

function completeTag(tag: string, complete: CompleteAddress): string {
  return tag.replace(ADDRESSES, (_, name: string, value: string) => {
    const typed = decodeHTMLAttribute(value);
    const made = name === 'srcset' ? completeCandidates(typed, complete) : complete(typed);
    return ` ${name}="${escapedAttribute(made)}"`;
  });
}

/** `/a.jpg 1x, /b.jpg 2x`. A comma within an address is followed by no space; it is encoded, as those of the base are. */
const completeCandidates = (candidates: string, complete: CompleteAddress): string =>
  candidates
    .split(BETWEEN)
    .map(candidate =>
      candidate.trim().replace(/^\S+/, address => complete(address).replace(/[,()]/g, encoded)),
    )
    .join(', ');

const BETWEEN = /,\s+|(?<=\s[\d.]+[wx]),/;

const encoded = (mark: string): string => `%${mark.charCodeAt(0).toString(16)}`;

const SLASH = 0x2f;

/** A path without the slashes at its end. A regular expression would take quadratic time on a path of many slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path.charCodeAt(end - 1) === SLASH) end--;
  return path.slice(0, end);
}

/** Whether newsletters, networks and advertisers know by a parameter who follows a link. It says nothing of the page. */
export const isTracking = (parameter: string): boolean =>
  /^(?:(?:utm|at|mtm|pk)_.*|mc_[ce]id|fbclid|[gd]clid|[gw]braid|msclkid|twclid|ttclid|yclid|igshid|li_fat_id|_g[al])$/.test(
    parameter,
  );

/** The target of a request without what tells who follows it: each visit has another value, and no answer depends on it. */
export function withoutTracking(target: string): string {
  const at = target.indexOf('?');
  if (at < 0) return target;
  const sent = target.slice(at + 1).split('&');
  const asked = sent.filter(parameter => !isTracking(parameter.split('=', 1)[0]!));
  if (asked.length === sent.length) return target;
  return asked.length > 0 ? `${target.slice(0, at)}?${asked.join('&')}` : target.slice(0, at);
}

/** A text without its percent-encoding; the text itself if it is not encoded properly. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
