import { type Html, html } from '../../lib/html.ts';

/** Units of the drawing between two dots. */
const STEP = 12;

/**
 * The days of a month as dots in weeks from Monday.
 * @param month `2031-05`
 * @param isOn whether a date stands out
 */
export function monthDots(month: string, isOn: (date: string) => boolean): Html {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const [days, offset] = [first.daysInMonth, first.dayOfWeek - 1];
  const rows = Math.ceil((offset + days) / 7);
  const dots = Array.from({ length: days }, (_, day) => {
    const at = offset + day;
    const on = isOn(`${month}-${String(day + 1).padStart(2, '0')}`);
    return html`<circle${on && html` class="on"`} cx="${STEP / 2 + (at % 7) * STEP}" cy="${STEP / 2 + Math.floor(at / 7) * STEP}" r="${on ? '4.5' : '2.5'}"/>`;
  });
  return html`<svg class="dots" viewBox="0 0 ${7 * STEP} ${rows * STEP}" aria-hidden="true">${dots}</svg>`;
}
