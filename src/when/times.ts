import { civilDateOf } from '../recurrence/calendar.ts';
import { next, weekdayIn } from './dates.ts';
import type { Hours, Phrase, Timed } from './phrase.ts';
import { Doubtful } from './questions.ts';
import { numberOf, type Token } from './tokens.ts';

export const HALF = 720;
export const DAY = 1440;

const JOINTS = ['dash', 'to', 'at or to', 'until', 'at'] as const;
const COUNTED = ['month name', 'times', 'week', 'day', 'month', 'year', 'duration'] as const;
const PARTS_OF_DAY = ['morning', 'dawn', 'afternoon', 'evening', 'night'] as const;

export const isPartOfDay = (phrase: Phrase, ahead = 0): boolean => phrase.isOne(PARTS_OF_DAY, ahead);

/** Says of which half of the day the times of a phrase are, by the word before. */
export const sayHalf = (phrase: Phrase): true =>
  phrase.say('half', phrase.isOne(['morning', 'dawn', 'mornings'], -1) ? 'am' : 'pm');

/** A time, or two with what joins them; undefined if there is none here. */
export const readHours = (phrase: Phrase, isBetween = false, isExpected = isBetween): Hours | undefined =>
  phrase.attempt(() => {
    const isAt =
      phrase.skip('at') || (phrase.is('at or to') && isHourAhead(phrase) && phrase.skip('at or to'));
    const first = readTime(phrase, isAt || isExpected);
    if (!first) return undefined;
    const last = phrase.attempt(() => {
      const isUntil = phrase.is('until');
      const isDash = phrase.is('dash') && !phrase.is('number', -1);
      const isJoined = isBetween ? phrase.skip('and', 'dash') : phrase.skip(...JOINTS);
      if (!isJoined) return undefined;
      // `until 10` may be a day.
      const isTime = !isUntil || phrase.is('at');
      while (phrase.skip('at', 'at or to', 'plural'));
      // `12 h - 18 and 29 March`
      const areDays = isDash && phrase.is('number') && phrase.isOne(['number', 'date'], 2);
      // What begins again is no list: `19.30–21, 5 December`.
      const [one, other] = [phrase.peek(), phrase.peek(2)];
      const isLater =
        other?.is === 'number' && !other.isFrom && one?.is === 'number' && other.value > one.value;
      if (areDays && isLater && phrase.is('comma', 1)) throw new Doubtful('which day');
      // `19.30–21 until 30 June`
      const isListed = phrase.isOne([...JOINTS, 'and'], 1) && !phrase.is('until', 1);
      if (areDays && isListed) return undefined;
      // `19:30–21 December 5`
      const isDay = phrase.is('month name', 1) && other?.is === 'number' && other.value < 32;
      const next = () => phrase.skip('number') && phrase.skip('month name') && readTime(phrase, false);
      const isHour = isDay && !phrase.ahead(() => next() || undefined);
      const hour = isHour && phrase.skip('number') ? hourOf(one) : undefined;
      return hour === undefined ? readTime(phrase, isTime) : { minutes: hour * 60, isUnsure: hour < 12 };
    });
    if (isBetween && !last) return undefined;
    return last ? { first, last } : { first };
  });

/** Whether a time follows a word that also stands before days. */
function isHourAhead(phrase: Phrase): boolean {
  return (
    phrase.ahead(() => {
      phrase.at++;
      const token = phrase.peek();
      return readTime(phrase, token?.is !== 'number' || token.isWord === true);
    }) !== undefined
  );
}

/** Whether a number here is an hour rather than a day. */
export const isTimeHere = (phrase: Phrase): boolean =>
  phrase.ahead(() => readTime(phrase, false)) !== undefined;

/**
 * A single time.
 * @param isExpected whether a bare number is one
 */
function readTime(phrase: Phrase, isExpected: boolean): Timed | undefined {
  const token = phrase.peek();
  switch (token?.is) {
    case 'noon':
      phrase.at++;
      return sure(HALF + pastHour(phrase));
    case 'midnight':
      phrase.at++;
      return { ...sure(0), isNight: true };
    case 'half past':
      return relativeHour(phrase, 30);
    case 'quarter past':
      return relativeHour(phrase, 15);
    case 'quarter to':
      return relativeHour(phrase, -15);
    case 'time':
      phrase.at++;
      return withHalf(phrase, {
        minutes: token.minutes,
        isUnsure: token.isUnsure === true,
        isWhole: token.isUnsure !== true,
      });
    case 'number':
    case 'a':
    case 'month name':
      return quarters(phrase) ?? numberHour(phrase, isExpected);
    default:
      return undefined;
  }
}

const sure = (minutes: number): Timed => ({ minutes, isUnsure: false });

function hourOf(token: Token | undefined): number | undefined {
  const value = numberOf(token);
  return value !== undefined && value >= 0 && value <= 24 ? value : undefined;
}

/** `half past seven` */
function relativeHour(phrase: Phrase, minutes: number): Timed | undefined {
  const hour = hourOf(phrase.peek(1));
  if (hour === undefined) return undefined;
  phrase.at += 2;
  return withHalf(phrase, { minutes: hour * 60 + minutes, isUnsure: hour <= 12 });
}

/** Catalan quarters: `un quart de nou`, `dos quarts de vuit`, `2/4 de 8`. */
function quarters(phrase: Phrase): Timed | undefined {
  if (phrase.language !== 'ca') return undefined;
  const [token, next] = [phrase.peek(), phrase.peek(1)];
  const isFraction = token?.is === 'number' && token.value < 0;
  const isWords = next?.is === 'quarters' || (next?.is === 'ordinal' && next.value === 4);
  const count = isFraction ? -token.value : hourOf(token);
  const hour = hourOf(phrase.peek(isFraction ? 1 : 2));
  if ((!isFraction && !isWords) || count === undefined || count > 3 || hour === undefined) return undefined;
  phrase.at += isFraction ? 2 : 3;
  return withHalf(phrase, { minutes: ((hour + 11) % 12) * 60 + count * 15, isUnsure: true });
}

/** `Saturday 5 in the morning` is a day if the next fifth is a Saturday. */
function isDayHere(phrase: Phrase): boolean {
  const [before, token] = [phrase.peek(-1), phrase.peek()];
  // Numbers before am and pm are never ordinals, nor known not to be.
  const isBare = token?.is === 'number' && token.isOrdinal === false;
  if (!isBare || !(isPartOfDay(phrase, 1) || phrase.is('noon', 1))) return false;
  if (before?.is !== 'weekday' || before.isPlural) return before?.is === 'day';
  const found = next(phrase.today, day => civilDateOf(day).monthDay === token.value);
  const isFitting = weekdayIn(found) === before.value;
  if (phrase.is('noon', 1) ? isFitting : !isFitting && token.value <= 12) throw new Doubtful('which day');
  return !phrase.is('noon', 1);
}

/** A number that is an hour, by what stands around it. */
function numberHour(phrase: Phrase, isExpected: boolean): Timed | undefined {
  const [token, next] = [phrase.peek(), phrase.peek(1)];
  const hour = hourOf(token);
  // `5 décembre à 20h et le 6 à 17h`, but `le 3 à 18h` may be hours.
  const isDay = token?.is === 'number' && token.isDay && phrase.runs.length > 0;
  const isOrdinal = isDay || (token?.is === 'number' && token.isOrdinal && !isExpected);
  const isCount = phrase.isOne(COUNTED, 1);
  if (hour === undefined || isOrdinal || isDayHere(phrase) || (isCount && !next?.is.startsWith('month name')))
    return undefined;
  if (next?.is === 'month name' && !(isExpected && token?.is === 'number' && token.isWord && next.isSeven))
    return undefined;
  const isTo = next?.is === 'quarter to' && phrase.language !== 'en';
  const isMarked =
    isTo || ['hour', 'noon', 'and half', 'and quarter', ...PARTS_OF_DAY].some(is => next?.is === is);
  const isNone = !isMarked || (token?.is === 'month name' && next?.is === 'and quarter');
  if (!isExpected && isNone && !isJoined(phrase)) return undefined;
  phrase.at++;
  const isWhole = phrase.skip('hour') && hour > 12;
  const past = pastHour(phrase);
  return withHalf(phrase, { minutes: hour * 60 + past, isUnsure: hour >= 1 && hour <= 11, isWhole });
}

/** Minutes after an hour: `et demie`, `y cuarto`. */
function pastHour(phrase: Phrase): number {
  if (phrase.skip('and half')) return 30;
  if (phrase.skip('and quarter')) return 15;
  if (phrase.skip('quarter to')) return -15;
  const isAnd = phrase.is('and');
  const token = phrase.peek(isAnd ? 1 : 0);
  if (token?.is !== 'number' || !token.isWord || token.value % 5 !== 0 || token.value === 0) return 0;
  // `las siete y diez` and `vingt heures trente`: other languages have no such numbers there.
  const isMinutes = phrase.language === 'fr' ? !isAnd : isAnd && phrase.language !== 'en';
  if (!isMinutes || (isAnd && phrase.isOne(['hour', ...PARTS_OF_DAY, 'month name'], 2) && token.value > 30))
    return 0;
  phrase.at += isAnd ? 2 : 1;
  return token.value;
}

/** `les 14 et 16 à 20 h`, but `de 10 à 12 et 14 à 18 h` */
function endsDays(phrase: Phrase): boolean {
  const at = phrase.is('plural', -1) ? -2 : -1;
  const isDay = phrase.isOne(['number', 'month name'], at - 1) && !phrase.isOne(JOINTS, at - 2);
  const before = phrase.tokens.slice(0, phrase.at).findLast(({ is }) => is !== 'number' && is !== 'comma');
  const isPlural = before?.is === 'plural' || (before?.is === 'weekday' && before.isPlural === true);
  const isShow = phrase.is('show', at - 1) && phrase.runs.length > 0;
  if (phrase.is('and', at)) return (isDay || isShow) && phrase.isOne(['at or to', 'dash'], 1);
  return isDay && phrase.is('comma', at) && isPlural && phrase.is('at or to', 1);
}

/** Whether a number is joined to a time: `18-20 h`, `6 to 8 pm`. */
function isJoined(phrase: Phrase): boolean {
  return (
    !endsDays(phrase) &&
    phrase.ahead(() => {
      phrase.at++;
      if (!phrase.skip('dash', 'to', 'at or to', phrase.is('from', -2) ? 'until' : 'to')) return undefined;
      while (phrase.skip('at', 'at or to', 'plural'));
      if (phrase.is('month name')) return undefined;
      const time = readTime(phrase, false);
      if (time || !phrase.is('number')) return time;
      // `10 to 13 and 17 to 20 h`
      phrase.at++;
      return phrase.skip('and') && phrase.is('number') && isJoined(phrase) ? true : undefined;
    }) !== undefined
  );
}

/** Whether a number may be an hour as the time behind it: `18 and 20 h`. */
export const isHourBesideTime = (phrase: Phrase): boolean =>
  phrase.ahead(() => {
    const token = phrase.peek();
    if (token?.is !== 'number' || token.isOrdinal || hourOf(token) === undefined) return undefined;
    phrase.at++;
    if (!phrase.skip('and')) return undefined;
    const hours = readHours(phrase);
    return hours && !hours.last;
  }) === true;

/** Whether a number stands behind `de`, as hours do, and days behind `del`. */
export const isFrom = (phrase: Phrase): boolean => (phrase.peek() as { isFrom?: true })?.isFrom === true;

/** Two bare numbers that may be hours: `18 to 19`, `9-2`. */
export const areHours = (phrase: Phrase): boolean => {
  const areTwo = [phrase.peek(), phrase.peek(2)].every(
    token => token?.is === 'number' && !token.isOrdinal && !token.isDay && hourOf(token) !== undefined,
  );
  const isOther = phrase.isOne(COUNTED, 3) || (phrase.is('comma', 3) && phrase.is('month name', 4));
  return areTwo && phrase.isOne(['dash', 'to', 'at or to'], 1) && !isOther && !phrase.is('number', 3);
};

/** Whether a part of the day is that of the times behind it. */
const isLabel = (phrase: Phrase): boolean =>
  phrase.ahead(() => {
    phrase.at++;
    phrase.skip('comma');
    return readHours(phrase, false, areHours(phrase));
  }) !== undefined;

/** With the part of the day that follows. */
function withHalf(phrase: Phrase, timed: Timed): Timed {
  const token = phrase.peek();
  if (token?.is === 'noon') {
    const hour = Math.floor(timed.minutes / 60);
    if (hour > 3 && hour !== 12) return timed;
    phrase.at++;
    return { minutes: hour === 12 ? timed.minutes : timed.minutes + HALF, isUnsure: false, half: 'pm' };
  }
  if (token?.is === 'midnight' && timed.minutes === HALF) {
    phrase.at++;
    return { ...sure(0), isNight: true };
  }
  if (!isPartOfDay(phrase) || (phrase.isLabelled && isLabel(phrase))) return timed;
  phrase.at++;
  const part = token!.is as (typeof PARTS_OF_DAY)[number];
  const { isNight, ...found } = inPart(timed.minutes, part, phrase.language === 'en');
  // `12:00 AM` is exact, but not `12 AM`.
  return isNight && !(found.half && timed.isWhole) ? { ...found, isNight } : found;
}

/** A time of a part of the day. Twelve at night is midnight, and one at night is after it. */
function inPart(minutes: number, part: (typeof PARTS_OF_DAY)[number], isEnglish: boolean): Timed {
  const isTwelve = minutes >= HALF && minutes < HALF + 60;
  if (part === 'morning' || part === 'dawn') {
    if (minutes >= HALF + 60) throw new Doubtful('half of day');
    if (isTwelve && (isEnglish || part === 'dawn'))
      return { minutes: minutes - HALF, isUnsure: false, half: 'am', isNight: true };
    return { minutes, isUnsure: false, half: 'am' };
  }
  if (part === 'night') {
    if (isTwelve) return { minutes: minutes - HALF, isUnsure: false, isNight: true };
    if (minutes < 5 * 60) return { minutes, isUnsure: false, isNight: true };
  }
  if (minutes >= DAY) throw new Doubtful('half of day');
  return { minutes: minutes < HALF ? minutes + HALF : minutes, isUnsure: false, half: 'pm' };
}
