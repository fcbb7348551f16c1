import { CANONICAL, languageOfPath, pathOnSite, prefixOf } from '../../site/address.ts';
import { PAGES, parametersIn, twinOf } from '../../site/page-addresses.ts';
import { inDefaultWords } from '../../site/words.ts';
import { bodyOf, unlessRefused } from '../ask.ts';
import type { AdminCall } from '../page.ts';

/** The pages of an event, and what the interface has in their place. */
const ADDRESSES = [
  PAGES.occurrence,
  { ...PAGES.series, twin: PAGES.event.twin },
  PAGES.event,
  PAGES.eventById,
];

/** The id of the event whose public address on this site was pasted into the search, in any language. */
export async function pastedEvent(call: AdminCall, text: string): Promise<number | undefined> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { site, words } = call.address;
  if (!url || (url.host !== new URL(site).host && url.host !== call.host)) return undefined;
  const below = url.pathname.slice(pathOnSite(call.address, '').length);
  const path = inDefaultWords(below.slice(prefixOf(languageOfPath(below)).length), words);
  const whole = path.endsWith('/') ? path + url.search : `${path}/`;
  for (const page of ADDRESSES) {
    const parameters = parametersIn(page, whole);
    if (!parameters) continue;
    const asked = call.ask('GET', CANONICAL + twinOf(page, parameters));
    return (await bodyOf<{ id?: number }>(unlessRefused(asked)))?.id;
  }
  return undefined;
}
