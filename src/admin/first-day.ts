import { symbolOf } from '../lib/currency.ts';
import { type Html, html } from '../lib/html.ts';
import type { SiteSettingName } from '../site/settings-store.ts';
import { mayKeepSources, mayPublish } from '../users/rights.ts';
import { countEvents } from './events/record.ts';
import { addExamples, hasExamples, removeExamples } from './examples.ts';
import type { SentForm } from './form.ts';
import type { AdminAnswer, AdminCall, Shown } from './page.ts';
import { head } from './parts.ts';
import { problemPage } from './problems.ts';
import { controlOf } from './settings/fields.ts';
import { settingIn, usableSettings } from './settings/setting-values.ts';
import { SURFACE } from './surface.ts';

/** What an empty calendar offers. */
export async function firstDay(call: AdminCall): Promise<Shown> {
  const { title, lead } = call.words.firstDay;
  const notice = await examplesNotice(call);
  const ways = waysOf(call, notice !== undefined);
  return { title, main: html`${head(title, { lead })}${notice}${await firstChoice(call)}${ways}` };
}

/** Puts examples in, or removes them. */
export async function workOnExamples(call: AdminCall, { values }: SentForm): Promise<AdminAnswer> {
  if (!mayKeepSources(call.viewer)) return problemPage(403, call);
  if (values.do === 'remove') {
    await removeExamples(call);
    return { to: call.at('overview'), notice: { done: 'examples_removed' } };
  }
  if (values.do === 'examples' && (await isEmpty(call))) await addExamples(call);
  return { to: call.at('events'), notice: { done: 'examples_added' } };
}

/** The zones in which a currency is used, in and around Europe. Those in which nobody knows which one is are left out. */
const ZONES: Readonly<Record<string, string>> = {
  EUR: `Amsterdam Andorra Athens Berlin Bratislava Brussels Dublin Helsinki Lisbon Ljubljana Luxembourg Madrid Malta
    Mariehamn Monaco Nicosia Asia/Nicosia Paris Podgorica Riga Rome San_Marino Sofia Tallinn Vatican Vienna Vilnius
    Zagreb Africa/Ceuta Atlantic/Azores Atlantic/Canary Atlantic/Madeira`,
  ...{ GBP: 'London Belfast Guernsey Isle_of_Man Jersey', GIP: 'Gibraltar', CHF: 'Zurich Vaduz' },
  ...{ DKK: 'Copenhagen Atlantic/Faroe Atlantic/Faeroe', ISK: 'Atlantic/Reykjavik' },
  ...{ NOK: 'Oslo Arctic/Longyearbyen', SEK: 'Stockholm', PLN: 'Warsaw', CZK: 'Prague', HUF: 'Budapest' },
  ...{ RON: 'Bucharest', RSD: 'Belgrade', BAM: 'Sarajevo', ALL: 'Tirane', MKD: 'Skopje', MDL: 'Chisinau' },
  ...{ UAH: 'Kyiv Kiev Uzhgorod Zaporozhye', BYN: 'Minsk', TRY: 'Istanbul Asia/Istanbul' },
  RUB: 'Moscow Kaliningrad Kirov Samara Saratov Ulyanovsk Volgograd Astrakhan',
  ...{ GEL: 'Asia/Tbilisi', AMD: 'Asia/Yerevan', AZN: 'Asia/Baku' },
};

/** The symbol and the code of the currency of each zone of which it is known. */
const currencies = (): Record<string, readonly [symbol: string, code: string]> =>
  Object.fromEntries(
    Object.entries(ZONES).flatMap(([code, zones]) => {
      const currency = [symbolOf(code).trim(), code] as const;
      return zones.split(/\s+/).map(zone => [zone.includes('/') ? zone : `Europe/${zone}`, currency]);
    }),
  );

/**
 * Asks for the language, the zone and the currency of the site, if nobody has chosen them: what is stored depends on
 * them. Its name is asked beside.
 */
async function firstChoice(call: AdminCall): Promise<Html | undefined> {
  if (!SURFACE.settings.may(call.viewer, {})) return undefined;
  const now = await usableSettings(call);
  const isOpen = (name: SiteSettingName) => settingIn(name, now).source === 'default';
  const isOfPlace = isOpen('LANGUAGE') || isOpen('TIME_ZONE');
  if (!isOfPlace && !isOpen('CURRENCY_SYMBOL')) return undefined;
  const words = call.words.settings;
  const { LANGUAGES, LANGUAGE, TIME_ZONE, CURRENCY_SYMBOL, CURRENCY_CODE } = now.config;
  const zone = isOpen('TIME_ZONE') ? Temporal.Now.timeZoneId() : TIME_ZONE.name;
  const unknown = [CURRENCY_SYMBOL, CURRENCY_CODE] as const;
  const known = currencies();
  const [symbol, code] = known[zone] ?? unknown;
  const suggested = {
    SITE_NAME: '',
    LANGUAGE: LANGUAGES.includes(call.language) ? call.language : LANGUAGE,
    TIME_ZONE: zone,
    CURRENCY_SYMBOL: symbol,
    CURRENCY_CODE: code,
  };
  const names = Object.keys(suggested) as (keyof typeof suggested)[];
  const fields = names.filter(isOpen).map(name => {
    const { text, source } = settingIn(name, now);
    return controlOf({ name, text, source, typed: suggested[name], error: undefined }, call);
  });
  const [title, text] = isOfPlace ? [words.first, words.first_text] : [call.words.menu.settings, words.lead];
  return html`<section class="sheet" data-zone="${JSON.stringify({ ...known, '': unknown })}" aria-labelledby="first-title"><h2 id="first-title">${title}</h2>
<p>${text}</p>
<form method="post" action="${call.at('settings')}"><input type="hidden" name="first" value="1"><input type="hidden" name="opened" value="${now.position}">
${await Promise.all(fields)}<div class="actions"><button type="submit" class="button">${call.words.frame.save}</button></div>
</form></section>
`;
}

/** Whether there is no event at all. */
export const isEmpty = async (call: AdminCall): Promise<boolean> =>
  (await countEvents(call, { when: 'all' })) === 0;

/** What an empty calendar offers to begin with, to those who may. */
function waysOf(call: AdminCall, haveExamples: boolean): Html {
  const words = call.words.firstDay;
  const way = (title: string, text: string, action: Html) =>
    html`<li><h2>${title}</h2><p>${text}</p>${action}</li>\n`;
  const first = html`<a class="button main" href="${call.at('newEvent')}">${words.event_action}</a>`;
  const others = html`${way(
    words.site,
    words.site_text,
    html`<a class="button" href="${call.at('newSource', {}, { every: 'never' })}">${words.site_action}</a>`,
  )}${!haveExamples && way(words.examples, words.examples_text, examplesForm(call, 'examples', words.examples_action))}`;
  return html`<ul class="ways">
${way(words.event, mayPublish(call.viewer) ? words.event_text : words.event_sent, first)}${mayKeepSources(call.viewer) && others}</ul>
`;
}

const examplesForm = (call: AdminCall, what: 'examples' | 'remove', text: string): Html =>
  html`<form method="post" action="${call.at('overview')}"><button type="submit" class="button" name="do" value="${what}">${text}</button></form>`;

/** What is told above the list of events while there are examples in it. */
export async function examplesNotice(call: AdminCall): Promise<Html | undefined> {
  if (!(await hasExamples(call))) return undefined;
  const { told: notice, remove } = call.words.firstDay;
  return html`<div class="notice"><p>${notice}</p>${examplesForm(call, 'remove', remove)}</div>\n`;
}
