import { type Html, html } from '../../lib/html.ts';

/** Units of the drawing between two dots. */
const STEP = 12;

/**
 * The days of a month as dots in weeks from Monday.
 * @param month `2031-05`
 * @param isOn whether a date stands out
 */
export function monthDots(month: string, isOn: (date: string) => boolean): Html {
  const { daysInMonth, dayOfWeek } = Temporal.PlainDate.from(`${month}-01`);
  const [before, end] = [dayOfWeek - 1, dayOfWeek - 1 + daysInMonth];
  const rows = Math.ceil(end / 7);
  const at = (index: number) => `M${place(index % 7)} ${place(Math.floor(index / 7))}`;
  // Dashes of no length with round ends are dots; the last one of a line needs more than none of it.
  const weeks = Array.from({ length: rows }, (_, row) => {
    const last = Math.min(row * 7 + 6, end - 1);
    return `${at(row === 0 ? before : row * 7)}H${place(last % 7)}.1`;
  });
  const days = Array.from({ length: daysInMonth }, (_, day) => day);
  const on = days.filter(day => isOn(`${month}-${String(day + 1).padStart(2, '0')}`));
  return html`<svg class="dots" viewBox="0 0 ${7 * STEP} ${rows * STEP}" fill="none" stroke-linecap="round" stroke-width="5" aria-hidden="true"><path stroke-dasharray="0 ${STEP}" d="${weeks.join('')}"/><path class="on" stroke-width="9" d="${on.map(day => `${at(before + day)}h0`).join('')}"/></svg>`;
}

const place = (number: number): number => STEP / 2 + number * STEP;
