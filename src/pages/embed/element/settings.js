/* global SITE */
import { knownZone } from './dates.js';

/** The service that sent this script. */
export const OWN = new URL('.', import.meta.url).href.slice(0, -1);

export const ATTRIBUTES =
  'src view category tag venue organizer search limit month lang pictures heading'.split(' ');

/** What the attributes of an element ask for. Values that are not understood are as if they were absent. */
export function settingsOf(element) {
  const given = name => element.getAttribute(name)?.trim() || undefined;
  const asked = element.closest('[lang]')?.lang ?? '';
  const lang = [asked.toLowerCase().split('-')[0], SITE.language].find(known =>
    Object.hasOwn(SITE.words, known),
  );
  const [venue, organizer, search] = ['venue', 'organizer', 'search'].map(given);
  return {
    ...{ site: siteOf(given('src')), lang, locale: localeOf(asked, lang), zone: knownZone(SITE.zone) },
    times: SITE.words[lang].times,
    view: given('view') === 'month' ? 'month' : 'list',
    filter: { categories: given('category'), tags: given('tag'), venue, organizer, search },
    limit: between(1, 50, given('limit')) ?? 10,
    heading: between(2, 6, given('heading')) ?? 3,
    month: /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.exec(given('month'))?.[0],
    pictures: element.hasAttribute('pictures'),
  };
}

function siteOf(src = OWN) {
  try {
    const { protocol, origin, pathname } = new URL(src, document.baseURI);
    return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : OWN;
  } catch {
    return OWN;
  }
}

/** Dates are written as in the region that the page names; in English without a region, as in Europe. */
function localeOf(asked, lang) {
  const usual = lang === 'en' ? 'en-GB' : lang;
  try {
    const [locale] = Intl.DateTimeFormat.supportedLocalesOf(asked);
    return locale?.startsWith(`${lang}-`) ? locale : usual;
  } catch {
    return usual;
  }
}

const between = (least, most, text) =>
  /^\d+$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : undefined;

/** A text in the language of the element. */
export const say = ({ lang }, name, values = {}) =>
  SITE.words[lang][name].replace(/\{(\w+)\}/g, (_, value) => values[value]);

/**
 * The address of a page of the service with the filters of the element.
 * @param path below the list of events: `/month/2031-05/`
 */
export const pageOf = ({ site, lang, filter }, path) => {
  const query = String(parametersOf(filter));
  return `${site}/${lang}${SITE.events}${path}${query && `?${query}`}`;
};

export const parametersOf = values =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined));
