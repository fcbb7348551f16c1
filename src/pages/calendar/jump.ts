import type { BareCall } from '../../http/call.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import { monthNameSaid } from './dates.ts';
import { dayNumber } from './days.ts';
import { FIRST_YEAR, keptFields, LAST_YEAR } from './links.ts';

type PageCall = Pick<BareCall, 'address' | 'config' | 'language' | 'page'>;

const jump = (view: string, fields: Html, call: PageCall): Html => {
  const words = wordsIn('calendarPages', call);
  return html`<form class="jump" method="get" action="${pathTo(call, `/events/${view}/`)}" aria-label="${words.jump}">
${keptFields(call)}${fields}
<button type="submit">${words.go}</button>
</form>`;
};

/** A form that leads to a month. No browser lacks its fields, as some lack that of a month. */
export function monthJump(first: number, call: PageCall): Html {
  const words = wordsIn('calendarPages', call);
  const [year, month] = dateOf(first).split('-').map(Number);
  const options = Array.from({ length: 12 }, (_, at) => {
    const name = monthNameSaid(dayNumber(`2024-${String(at + 1).padStart(2, '0')}-01`), call.language);
    return html`<option value="${at + 1}"${attribute('selected', at + 1 === month)}>${name}</option>`;
  });
  const fields = html`<label>${words.month} <select name="month">${options}</select></label>
<label>${words.year} <input type="number" name="year" value="${year}" min="${FIRST_YEAR}" max="${LAST_YEAR}" required></label>`;
  return jump('month', fields, call);
}

/** A form that leads to the week or the day of a date. */
export function dateJump(view: 'week' | 'day', day: number, call: PageCall): Html {
  const words = wordsIn('calendarPages', call);
  const fields = html`<label>${words.date} <input type="date" name="date" value="${dateOf(day)}" min="${FIRST_YEAR}-01-01" max="${LAST_YEAR}-12-31" required></label>`;
  return jump(view, fields, call);
}
