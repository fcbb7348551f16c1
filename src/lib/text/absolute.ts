import { decodeHTMLStrict } from 'entities/decode';

/** An address without a scheme, which is more than a place within its page. */
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|#|$)/i;

/** Whether an address needs that of its page to be complete: `/a`, `a`, `?a` or `//host/a`. */
export const isRelative = (address: string): boolean => RELATIVE.test(address);

const TAG = /<[a-z][^>]*>/g;
const ADDRESS = /( (?:href|src|poster|cite)=")([^"]*)"/g;
const SRCSET = /( srcset=")([^"]*)"/g;
/** The address of each candidate; its width or density follows. */
const CANDIDATE = /(^|,)(\s*)([^\s,]+)/g;

/** Completes the relative addresses in sanitised HTML with that of its page. Doing it twice changes nothing. */
export function withAbsoluteAddresses(html: string, page: URL): string {
  return html.replace(TAG, tag =>
    tag
      .replace(ADDRESS, (_, name: string, address: string) => `${name}${completed(address, page)}"`)
      .replace(SRCSET, (_, name: string, list: string) => `${name}${completedList(list, page)}"`),
  );
}

const completedList = (list: string, page: URL): string =>
  list.replace(CANDIDATE, (_, comma: string, space: string, address: string) => {
    const whole = completed(address, page);
    // These characters of the page's address would divide the list.
    return comma + space + whole.replace(/[,()]/g, mark => `%${mark.charCodeAt(0).toString(16)}`);
  });

/** The same value if it is complete, or no address. */
function completed(escaped: string, page: URL): string {
  const address = decodeHTMLStrict(escaped).trim();
  const whole = isRelative(address) ? URL.parse(address, page) : null;
  if (!whole || !/^https?:$/.test(whole.protocol)) return escaped;
  return whole.href.replaceAll('&', '&amp;').replaceAll('"', '%22').replace(/[<>]/g, encodeURIComponent);
}
