import type { Hours, Phrase, Timed } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { DAY, HALF } from './times.ts';

/** When something begins in a day, and when it ends, if that is said: after 24 hours where that is the next day. */
export interface DayHours {
  readonly start: number;
  readonly end: number | undefined;
}

/** What times mean together, with all that the phrase says. */
export function settled(phrase: Phrase, { first, last }: Hours): DayHours {
  const start = startOf(phrase, first, last);
  if (!last) return { start, end: undefined };
  if (last.isNight && last.minutes === 0) return { start, end: DAY };
  const end = endOf(last, start);
  return end > start ? { start, end } : overnight(phrase, start, end);
}

function startOf(phrase: Phrase, first: Timed, last: Timed | undefined): number {
  const half = phrase.said('half');
  const isNight = phrase.tokens.some(({ is }) => is === 'evening' || is === 'night');
  // `noon and night` are two times.
  const isEarly = first.isWhole
    ? first.minutes < HALF && first.minutes > 0
    : first.minutes === HALF && isNight && first.half === undefined;
  if (half && (half === 'am' ? first.minutes > HALF : isEarly)) throw new Doubtful('half of day');
  if (first.isNight) return first.minutes + (phrase.ask('midnight') === 0 ? 0 : DAY);
  if (!first.isUnsure) return first.minutes;
  const [am, pm] = [first.minutes % HALF, (first.minutes % HALF) + HALF];
  if (half) return half === 'am' ? am : pm;
  if (last?.half && last.minutes > am) return last.half === 'pm' && pm < last.minutes ? pm : am;
  if (last?.half) return pm;
  const isMorning =
    last && !last.isUnsure && last.minutes >= HALF && last.minutes <= HALF + 30 && am >= 9 * 60;
  const isWhole = last && !last.half && last.minutes > HALF + 59 && phrase.language !== 'en';
  if (last && isOfTheDay(phrase, am, last)) return am;
  if (hasWholeClock(phrase) || isMorning || isWhole) return first.minutes;
  return phrase.ask('half of day') === 0 ? am : pm;
}

/** `Mon-Fri 9-2`, `daily 10-5`: hours across noon on most days are not those of a night. */
function isOfTheDay({ tokens }: Phrase, start: number, { minutes }: Timed): boolean {
  const end = minutes % HALF;
  if (start < 8 * 60 || end >= start || end > 8 * 60) return false;
  const said = tokens.map(token => (token.is === 'weekday' ? token.value : token.is)).join(' ');
  return (
    end >= 4 * 60 ? /[12] (?:dash|to|at or to) \d|workdays|daily/ : /1 (?:dash|to|at or to) \d|workdays/
  ).test(said);
}

/** An end that may be in both halves of a day is the next one. */
function endOf(last: Timed, start: number): number {
  if (!last.isUnsure) return last.minutes;
  const am = last.minutes % HALF;
  return [am, am + HALF, am + DAY].find(end => end > start)!;
}

/** An end before the start is of the next day if the one is in the evening, and the other one in the morning. */
function overnight(phrase: Phrase, start: number, end: number): DayHours {
  // `20 h - 1 h 30` may say how long it lasts.
  const mayBeLength = end >= 45 && end < 4 * 60 && end % 60 !== 0 && start < 22 * 60;
  if (mayBeLength && phrase.ask('length') === 1) return { start, end: start + end };
  if (start >= 17 * 60 && end <= 9 * 60) return { start, end: end + DAY };
  if (start === end || start >= DAY) throw new Doubtful('end');
  if (phrase.ask('end') === 1) return { start, end: end + DAY };
  // `10:00 to 2:00` may be of the afternoon, and `21:00 to 19:00` the wrong way round.
  return end + HALF > start && end < HALF ? { start, end: end + HALF } : { start: end, end: start };
}

/** Whether a time is of a clock with 24 hours, which is then that of all. */
const hasWholeClock = ({ tokens, language }: Phrase): boolean =>
  tokens.some(
    token => token.is === 'time' && !token.isUnsure && (language !== 'en' || token.minutes >= HALF + 60),
  );
