import { type Html, html, trusted } from '../../lib/html.ts';
import type { CardMonth } from '../../pictures/cards/preview-card.ts';
import { daysOfMonth, mondayOf } from '../calendar/days.ts';

/** Units of the drawing between two dots. */
const STEP = 12;

/**
 * The days of a month as dots in weeks from Monday.
 * @param month `2031-05`
 * @param isOn whether a date stands out
 */
export function monthDots(month: string, isOn: (date: string) => boolean): Html {
  const { offset, days } = monthAt(month);
  let on = '';
  for (let day = 1; day <= days; day++)
    if (isOn(`${month}-${day < 10 ? '0' : ''}${day}`)) on += `${at(offset + day - 1)}h0`;
  const ground = grounds.getOrInsertComputed(offset * 32 + days, () => groundOf(offset, days));
  return html`${ground}<path class="on" stroke-width="9" d="${on}"/></svg>`;
}

/** The days of its first week before a month, and its own. */
export function monthAt(month: string): Pick<CardMonth, 'offset' | 'days'> {
  const { from, to } = daysOfMonth(month);
  return { offset: from - mondayOf(from), days: to - from + 1 };
}

/** All dots of a month, of which there are 28 kinds. */
function groundOf(offset: number, days: number): Html {
  const end = offset + days;
  const rows = Math.ceil(end / 7);
  // Dashes of no length with round ends are dots; the last one of a line needs more than none of it.
  const weeks = Array.from({ length: rows }, (_, row) => {
    const last = Math.min(row * 7 + 6, end - 1);
    return `${at(row === 0 ? offset : row * 7)}H${place(last % 7)}.1`;
  });
  return trusted(
    `<svg class="dots" viewBox="0 0 ${7 * STEP} ${rows * STEP}" fill="none" stroke-linecap="round" stroke-width="5" aria-hidden="true"><path stroke-dasharray="0 ${STEP}" d="${weeks.join('')}"/>`,
  );
}

const grounds = new Map<number, Html>();

const at = (index: number): string => `M${place(index % 7)} ${place(Math.floor(index / 7))}`;

const place = (number: number): number => STEP / 2 + number * STEP;
