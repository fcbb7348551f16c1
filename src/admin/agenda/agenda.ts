import type { BareCall } from '../../http/call.ts';
import { adminWords } from '../../i18n/admin/words.ts';
import { asHeading, formatDateRange, formatDayOfYear } from '../../i18n/format-dates.ts';
import { isLanguage, type Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf, toWall } from '../../lib/time/zones.ts';
import {
  DAYS_OF_WEEK,
  dayNumber,
  daysOfWeek,
  instantsOf,
  mondayOf,
  periodOf,
  weekNumber,
} from '../../pages/calendar/days.ts';
import { calendarFilter } from '../../pages/calendar/filter-form.ts';
import { type Card, findCards } from '../../pages/find-cards.ts';
import { wordsIn as pageWordsIn } from '../../pages/words.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { addressIn } from '../../site/address.ts';
import { siteNameIn } from '../../site/name.ts';
import { dayQuestion, typedDay, writtenDay } from '../events/when.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { head, optionsOf, type SelectOption } from '../parts.ts';
import { nameOf } from '../translations.ts';
import { agendaTemplate, byClass, byStyle, type StyleOf } from './entry.ts';

/** Events of a week at most. */
const MOST = 500;

const GROUPINGS = ['day', 'category'] as const;

/** A week of the calendar as the public sees it: to print, to paste into a newsletter, and as a document. */
export const agendaPage: AdminPage = {
  async show(call) {
    const typed = typedDay(call, call.query.get('day')?.trim().slice(0, 200) ?? '');
    const asked = askedIn(call, 'day' in typed ? typed.day : '');
    const { range, language, by } = asked;
    const reader = readerOf(call, language);
    const filter = await calendarFilter({ page: 1, per_page: 1, strict_dates: false }, range, reader);
    const whole = { ...filter, period: periodOf(range, call.config) };
    const { cards, total } = await findCards(reader, agendaTemplate(by), whole, { limit: MOST, offset: 0 });
    const written = (styleOf: StyleOf) => agendaOf(groupsOf(cards, asked, reader), range, reader, styleOf);
    const elsewhere = written(byStyle);
    if (call.query.get('as') === 'file') return fileOf(elsewhere, asked, call);
    const words = call.words.agenda;
    const print = html`<button type="button" class="button" hidden data-print>${words.print}</button>\n`;
    const shown = cards.length < total && filled(words.first_of, { shown: cards.length, total });
    const field = { name: 'day', label: words.day };
    const isAsked = !('day' in typed) && (call.query.get('day') ?? '') !== '';
    const question = isAsked && dayQuestion(call, field, typed, day => addressOf(call, asked, { day }));
    const main = html`${head(call.words.menu.agenda, { lead: words.lead, action: print })}${question}${choiceOf(call, asked, isAsked ? call.query.get('day')! : writtenDay(call, dateOf(asked.range.from)))}${shown && html`<p class="lead">${shown}</p>\n`}<article class="agenda sheet" lang="${language}">
${written(byClass)}</article>
<section class="elsewhere" aria-labelledby="elsewhere">
<h2 id="elsewhere">${words.elsewhere}</h2>
<div class="field"><label for="html">HTML</label>
<p class="help" id="html-help">${words.paste}</p>
<textarea id="html" rows="8" readonly spellcheck="false" lang="${language}" aria-describedby="html-help">
${elsewhere.text}</textarea></div>
<p class="actions"><a class="button" href="${addressOf(call, asked, { as: 'file' })}" download>${words.download}</a></p>
</section>
`;
    return { title: call.words.menu.agenda, main, ...(isAsked && { status: 400 }) };
  },
};

interface AgendaQuery {
  readonly range: DayRange;
  readonly language: Language;
  readonly by: (typeof GROUPINGS)[number];
}

/** What the address says; by default the next week that has not begun, by day, in the language of its reader. */
function askedIn(call: AdminCall, day: string): AgendaQuery {
  const { query, config } = call;
  const inWeek = dayNumber(call.clock.today()) - 1 + DAYS_OF_WEEK;
  const isDay = /^(?:19|2\d)\d\d-\d\d-\d\d$/.test(day) && Number.isFinite(dayNumber(day));
  const offered = [query.get('language'), call.language].filter(isLanguage);
  return {
    range: daysOfWeek(isDay ? day : dateOf(mondayOf(inWeek))),
    language: offered.find(one => config.LANGUAGES.includes(one)) ?? config.LANGUAGE,
    by: GROUPINGS.find(one => one === query.get('by')) ?? 'day',
  };
}

const addressOf = (call: AdminCall, { range, language, by }: AgendaQuery, changed: Record<string, string>) =>
  call.at('agenda', {}, { day: dateOf(range.from), by, language, ...changed });

/** Somebody who has not signed in, in a language. */
function readerOf(call: AdminCall, language: Language): BareCall {
  const prefix = language === call.config.LANGUAGE ? undefined : language;
  const address = prefix ? addressIn(call.address, prefix) : { ...call.address, language: undefined };
  return { ...call, viewer: undefined, page: undefined, address, language, textLanguage: language };
}

interface AgendaGroup {
  readonly title: string | Html;
  readonly cards: readonly Card[];
  /** The view of its events for the page; that for elsewhere follows it. */
  readonly view: 0 | 2;
}

/** The events of each day, after those that have begun before the week; or of each category, by name. */
function groupsOf(cards: readonly Card[], { range, by }: AgendaQuery, reader: BareCall): AgendaGroup[] {
  const { config, language } = reader;
  if (by === 'category') {
    const { compare } = new Intl.Collator(language);
    const groups = [...Map.groupBy(cards, ({ views }) => views.at(-1)!.text)];
    // Those without a category come last.
    groups.sort(([one], [other]) => Number(one === '') - Number(other === '') || compare(one, other));
    const others = adminWords(language).agenda.others;
    return groups.map(([name, cards]) => ({
      ...{ title: name === '' ? others : cards[0]!.views.at(-1)!, cards, view: 0 },
    }));
  }
  const { from } = instantsOf(range, config);
  const dayOf = ({ start }: Card) => (start < from ? '' : toWall(start, config.TIME_ZONE.id).slice(0, 10));
  return [...Map.groupBy(cards, dayOf)].map(([day, cards]) =>
    day === ''
      ? { title: pageWordsIn('listPages', reader).begun, cards, view: 2 }
      : { title: asHeading(formatDayOfYear(day, language), language), cards, view: 0 },
  );
}

function agendaOf(
  groups: readonly AgendaGroup[],
  { from, to }: DayRange,
  reader: BareCall,
  styleOf: StyleOf,
): Html {
  const days = formatDateRange(dateOf(from), dateOf(to), reader.language);
  const title = filled(pageWordsIn('weekPages', reader).title, { week: weekNumber(from), days });
  const isApart = Number(styleOf === byStyle);
  const none = pageWordsIn('calendarPages', reader).none;
  return html`<h2${styleOf('title')}>${title}</h2>
${groups.length === 0 && html`<p${styleOf('event')}>${none}</p>\n`}${groups.map(
  ({ title, cards, view }) => html`<h3${styleOf('group')}>${title}</h3>
${cards.map(({ views }) => views[view + isApart]!)}`,
)}`;
}

/** The week, the grouping and the language, with the weeks around it. */
function choiceOf(call: AdminCall, asked: AgendaQuery, day: string): Html {
  const words = call.words.agenda;
  const groupings = { day: call.words.eventForm.start_day, category: call.words.eventList.category };
  const { range, by, language } = asked;
  const { LANGUAGES } = call.config;
  const select = (name: string, label: string, options: readonly SelectOption[], chosen: string) =>
    html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${optionsOf(options, chosen)}</select></div>\n`;
  const languages = LANGUAGES.map(one => [one, nameOf(one, call)] as const);
  const week = (days: number, rel: string, text: string) =>
    html`<a class="button low" rel="${rel}" href="${addressOf(call, asked, { day: dateOf(range.from + days) })}">${text}</a>\n`;
  return html`<form class="filters plain" method="get" action="${call.at('agenda')}">
<div><label for="day">${words.day}</label><input id="day" name="day" type="text" autocomplete="off" value="${day}"></div>
${select(
  'by',
  words.by,
  GROUPINGS.map(one => [one, groupings[one]] as const),
  by,
)}${LANGUAGES.length > 1 ? select('language', call.words.eventTranslation.language, languages, language) : NOTHING}<button type="submit" class="button low">${words.show}</button>
</form>
<nav class="actions weeks" aria-label="${words.weeks}">${week(-DAYS_OF_WEEK, 'prev', words.previous)}${week(DAYS_OF_WEEK, 'next', words.next)}</nav>
`;
}

/** A document that browsers and text processors open. */
function fileOf(agenda: Html, { range, language }: AgendaQuery, call: AdminCall) {
  const title = `${siteNameIn({ ...call, language })} ${dateOf(range.from)}`;
  const body = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="max-width:42rem;margin:2rem auto;font-family:Arial,sans-serif">
${agenda}</body>
</html>
`;
  const name = `agenda-${dateOf(range.from)}-${language}.html`;
  const headers = { 'content-disposition': `attachment; filename="${name}"` };
  return { mediaType: 'text/html', body: body.text, headers };
}
