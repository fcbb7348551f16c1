import type { Language } from '../i18n/language.ts';
import { anyOf, type Meaning, vocabularies } from './vocabulary.ts';
import type { Lexicon } from './words.ts';

type Flags<Name extends string> = { readonly [Is in Name]?: boolean };
type DateFlags = { readonly year?: number } & Flags<'isUnsure' | 'isFeast'>;

/** A piece of a phrase with its meaning. */
export type Token =
  | { readonly is: Meaning }
  | { readonly is: 'comma' | 'dash' | 'open' }
  /**
   * Words that say nothing of dates; `mayEnd` if they may name an end, `isOfTime` if they name what begins then, `isUndated`
   * if they name a season, `isLate` if they name an evening.
   */
  | ({ readonly is: 'aside' } & Flags<'mayEnd' | 'isOfTime' | 'isUndated' | 'isLate'>)
  | { readonly is: 'unknown'; readonly word?: string }
  /** What is written as a time, and is none: `25:00`. */
  | { readonly is: 'no time' }
  /** A number; `isOrdinal` if it is written as a first, second, third one, `isFrom` behind `de`, `isDay` behind `le`. */
  | ({ readonly is: 'number'; readonly value: number } & Flags<'isOrdinal' | 'isWord' | 'isFrom' | 'isDay'>)
  | { readonly is: 'ordinal'; readonly value: number }
  | ({ readonly is: 'weekday'; readonly value: number } & Flags<'isPlural' | 'isMarch' | 'hasArticle'>)
  /** `isSeven` if it is also the number, as "sept" is. */
  | { readonly is: 'month name'; readonly value: number; readonly isSeven?: boolean }
  /** `isFeast` if it is named by its feast. */
  | ({ readonly is: 'date'; readonly month: number; readonly day: number } & DateFlags)
  /** Minutes of the day; `isUnsure` if it may be of the morning or of the evening. */
  | { readonly is: 'time'; readonly minutes: number; readonly isUnsure?: boolean }
  | { readonly is: 'duration'; readonly minutes: number };

/** The number of a token. "Set" and "sept" are also short for a month. */
export function numberOf(token: Token | undefined): number | undefined {
  if (token?.is === 'month name' && token.isSeven) return 7;
  return token?.is === 'number' ? token.value : token?.is === 'a' ? 1 : undefined;
}

export const isOrdinal = (token: Token | undefined): token is Extract<Token, { is: 'ordinal' | 'number' }> =>
  token?.is === 'ordinal' || (token?.is === 'number' && token.isOrdinal === true);

/** Longer texts say more than when something happens. */
export const MAX_TEXT = 500;

export const wordsIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(token => (token.is === 'unknown' && token.word) || []);

/** The meanings of all of a text, in its order. */
export function tokensIn(text: string, language: Language): Token[] {
  const whole = folded(text.slice(0, MAX_TEXT + 1)).trimStart();
  const rest = { text: language === 'fr' ? whole.replace(SHORT, '$&°') : whole, before: '' };
  const tokens: Token[] = text.length > MAX_TEXT ? [{ is: 'unknown' }] : [];
  const vocabulary = vocabularies[language];
  while (rest.text !== '') {
    const text = rest.text;
    const token =
      length(rest) ??
      numeric(rest, vocabulary, tokens) ??
      punctuation(rest) ??
      phrase(rest, language) ??
      unknown(rest);
    // "Mar" is a weekday and a month, in French and Spanish, and the sea: `Arenys de Mar`.
    const before = tokens.findLast(({ is }) => is !== 'nothing')?.is;
    const isMarch = token.is === 'weekday' && token.isMarch && before === 'number';
    const isSea = before === 'unknown' && tokens.at(-1)!.is === 'nothing' && /^mar(?![a-z.])/.test(text);
    // `10h/12h` may be two times, or a range; `9h-10h / 12h-13h` are two ranges.
    const isRange =
      tokens.at(-1)?.is === 'dash' && [...ENDS_TIME, 'number'].includes(tokens.at(-2)?.is ?? '');
    if (ENDS_TIME.includes(token.is) && /^ ?\/ ?\d/.test(rest.text))
      rest.text = rest.text.replace('/', isRange || /^ \/ \d\d?\/\d/.test(rest.text) ? ', ' : ' % ');
    // `tot l'octubre`
    const all = token.is === 'month name' ? tokens.findLastIndex(({ is }) => is !== 'nothing') : -1;
    if (wordsIn(tokens.slice(all))[0] === vocabulary.words['all month']?.split(' ')[0])
      tokens[all] = { is: 'all month' };
    const isFrom = token.is === 'number' && /^(?:de|')$/.test(rest.before);
    const isDay = token.is === 'number' && /^(?:el|le|dia|el dia|le jour)$/.test(rest.before);
    rest.before = text.slice(0, text.length - rest.text.length);
    if (isMarch) tokens.push({ is: 'month name', value: 3 });
    else if (isSea) tokens.push({ is: 'unknown', word: 'mar' });
    else tokens.push({ ...token, ...(isFrom && { isFrom }), ...(isDay && { isDay }) });
    rest.text = rest.text.trimStart();
  }
  return standsAlone(tokens) ? tokens : tokens.map(token => (isFeast(token) ? { is: 'undated' } : token));
}

const isFeast = (token: Token): boolean => token.is === 'date' && token.isFeast === true;

/** What may stand beside a feast that says which day is meant: its year, and times. */
const BESIDE_FEAST: ReadonlySet<Token['is']> = new Set([
  ...(['nothing', 'comma', 'dash', 'open', 'and', 'at', 'at or to', 'to', 'from', 'until'] as const),
  ...(['plural', 'number', 'a', 'time', 'hour', 'noon', 'and half', 'and quarter', 'quarters'] as const),
  ...(['quarter to', 'half past', 'quarter past', 'morning', 'afternoon', 'duration', 'lasts'] as const),
  ...(['all day', 'ordinal'] as const),
]);

/** `Christmas Day at 12`, not `workshops for Christmas, on Saturdays`, and not `the night of Saint John's`: that is its eve. */
function standsAlone(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(isFeast);
  return tokens.every(
    ({ is }, other) =>
      other === at || BESIDE_FEAST.has(is) || (other > at && (is === 'evening' || is === 'night')),
  );
}

/** Weekdays of two letters are also words in French, but not before a number, or before another one. */
const SHORT =
  /(?<![a-z'])(?:lu|ma|me|je|ve|sa|di)(?=\.? ?(?:\d|(?:-|et|au|&|,) ?(?:lu|ma|me|je|ve|sa|di)\.? ?\d))/g;

export const ENDS_TIME: readonly Token['is'][] = ['time', 'morning', 'afternoon'];

function unknown(rest: Rest): Token {
  const word = take(rest, /^(?:[\p{L}\p{N}]+|.)/su)![0];
  return { is: 'unknown', word };
}

/** A text in small letters without accents, and what it says in several ways in one. */
export function folded(text: string): string {
  const letters = text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s*\n\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/[–—−‒>→]/g, '-')
    .replace(/[’‘´`]/g, "'")
    .replace(/@/g, '@ ');
  return withPlainTimes(withPlainDates(withoutOtherNumbers(letters)));
}

/** The numbers of rooms, floors and ages are no days, and that of a house no minute: `18 h 12 High Street`. */
const withoutOtherNumbers = (text: string): string =>
  text.replace(ROOM_CODE, '$1').replace(FLOOR, '').replace(AGES, '').replace(HOUSE_BEHIND_TIME, '$&,');

/** `Room G.04`, `aula 2.14` */
const ROOM_CODE = new RegExp(
  `\\b(${anyOf('room')}) (?:n(?:[°º.]|um\\.?) ?\\d+|[a-z]{1,2}[.-]?\\d+(?:[.-]\\d+)?|\\d\\.(?!00|15|30|45)\\d\\d)(?![a-z\\d])`,
  'g',
);
const FLOOR = new RegExp(`\\b\\d{1,2}(?:\\.?[ºª]|[a-z]{1,3}) ${anyOf('floor')}\\b`, 'g');
const YEARS = Object.values(vocabularies).map(
  ({ words }) => `${words.year}|${words.month?.split('|').at(-1)}`,
);
/** `for 8 to 12 years`, `à partir de 3 ans`, but not `de 10 a 12 més tarda`. */
const AGES = new RegExp(
  `(?<!\\()\\b(?:(?:pour les|for|aged|ages|de|d') ?)?(?:\\d{1,2} ?(?:-|a|to|et|and|i|y) ?|(?:a partir de(?: los)?|des de|desde|from|des) )\\d{1,2} (?:${YEARS.join('|')})\\b`,
  'g',
);
const HOUSE_BEHIND_TIME = new RegExp(
  `\\d ?h(?= \\d+,? (?:${anyOf('street')}\\b|(?:[a-z']+ ){1,3}${anyOf('road')}\\b))`,
  'g',
);

const withPlainDates = (text: string): string =>
  text
    .replace(/\b(week-?end) des (?=\d\d? ?(?:et|-))/g, '$1 du ')
    .replace(/(\d{4}-\d\d-\d\d(?:t\d\d:\d\d(?::00)?)?)\/(?=\d{4}-\d\d-\d\d|\d\d:)/g, '$1 - ')
    // `19-20-21 June`
    .replace(/\b([1-9]\d?)-(\d\d?)-(\d\d?)(?= (?:de |d')?[a-z]{3})/g, (text, a, b, c) =>
      b - a === 1 && c - b === 1 ? `${a}, ${b}, ${c}` : text,
    )
    // `5-jun-27`, `5 June '27`, `5 de junio del 27`
    .replace(/\b(\d{1,2})-([a-z]{3,10})\.?-(?:20)?(\d{2})\b/g, '$1 $2 20$3')
    .replace(/(?<=[a-z.] )'(\d{2})(?!\d|')/g, '20$1')
    .replace(/(?<=\d (?:de |d')[a-z]{3,10} del )(2[6-9]|3\d)(?=,| a l[ae]s|$)/g, '20$1')
    // `un dissabte si, un no`, `1 samedi sur 2`
    .replace(/\bun ([a-z]+) si,? (?:i |y )?(?:un \1|un altre|l'altre|un|otro) no\b/g, 'un $1 de cada dos')
    .replace(/\b1 (?=[a-z]+ (?:sur|de cada) (?:2|deux|dos)\b)/g, 'un ');

/** `8 p.m. onwards`, and the time of another zone. */
const withPlainTimes = (text: string): string =>
  text
    .replace(/([:.]\d\d|[ap]\.?m\.?|noon|o'clock|\d ?h|hrs|hours) onwards?\b/g, '$1')
    .replace(/(?<![a-z])([ap])\. ?m\b\.?/g, '$1m')
    .replace(/\bv\.o\.(?:s\.(?:[a-z]\.)?)?/g, '')
    .replace(/\b(\d\d?),(00|15|30|45) (a|-) (\d\d?),(00|15|30|45)\b(?! d)/g, '$1:$2 $3 $4:$5')
    .replace(/(\d(?: ?[ap]m)?,? \(?(?!local |running )[a-z]+ (?:[a-z]+ )?)time\b/g, '$1zone');

const ROMAN: readonly string[] = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

type Rest = { text: string; before: string };

/** Takes what an expression matches at the beginning. */
function take(rest: Rest, expression: RegExp): RegExpExecArray | undefined {
  const found = expression.exec(rest.text);
  if (!found) return undefined;
  rest.text = rest.text.slice(found[0].length);
  return found;
}

const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** What is written in digits. */
function numeric(rest: Rest, vocabulary: Lexicon, tokens: readonly Token[]): Token | undefined {
  return (
    priceIn(rest) ??
    quarterIn(rest, vocabulary, tokens) ??
    dateIn(rest, vocabulary, tokens) ??
    timeIn(rest, vocabulary) ??
    numberIn(rest)
  );
}

/** `- 5 €` says nothing about when. */
const priceIn = (rest: Rest): Token | undefined =>
  take(rest, /^(?:- ?)?(?:[£$€] ?\d+(?:[.,]\d\d)?|\d+(?:[.,]\d\d)? ?(?:€|£|euros?|eur))(?![a-z\d])/) && {
    is: 'nothing',
  };

/** `2/4 de 8`, but `2/4 de 8 a 10` is a date, unless it stands behind `de` or the name of a month. */
function quarterIn(rest: Rest, { hasQuarters }: Lexicon, tokens: readonly Token[]): Token | undefined {
  const isHour = rest.before === 'de' || tokens.some(({ is }) => is === 'month name');
  const quarter = isHour ? /^([123])\/4 (?:de |d')/ : /^([123])\/4 (?:de |d')(?!\d+ ?h? ?(?:a|-|i) )/;
  const found = hasQuarters && take(rest, quarter);
  return found ? { is: 'number', value: -Number(found[1]) } : undefined;
}

function dateIn(rest: Rest, vocabulary: Lexicon, tokens: readonly Token[]): Token | undefined {
  const isOfWeekday = tokens.at(-1)?.is === 'weekday';
  const iso = take(rest, /^(\d{4})([-/])(\d{2})\2(\d{2})(?:t(?=\d\d:)|(?!\d))/);
  if (iso) return { is: 'date', year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]) };
  // `10.12 - 15.1.2027`, `12.12. 19:00`
  const dotted = take(rest, DOTTED) ?? (isOfWeekday ? take(rest, UNDOTTED) : undefined);
  if (dotted) return numericDate(Number(dotted[1]), Number(dotted[2]), undefined, vocabulary);
  // `20.30 Saturday 12.12`
  const isAgain = isOfWeekday && tokens.some(({ is }) => is === 'time');
  if (isAgain && take(rest, /^[0-3]?\d\.(?:0?[1-9]|1[0-2])(?=[,.;)]|$)/)) return { is: 'unknown' };
  const full = take(rest, /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d|\/\d)/);
  if (full) return numericDate(Number(full[1]), Number(full[3]), yearOf(full[4]!), vocabulary);
  const roman = take(rest, /^(\d{1,2})[-/]([ivx]+)(?:[-/](\d{4}|\d{2}))?(?![\da-z])/);
  if (roman && ROMAN.includes(roman[2]!)) {
    const year = roman[3] === undefined ? {} : { year: yearOf(roman[3]) };
    return { is: 'date', day: Number(roman[1]), month: ROMAN.indexOf(roman[2]!) + 1, ...year };
  }
  const short = take(rest, /^(\d{1,2})\/(\d{1,2})(?![\d/])/);
  return short && numericDate(Number(short[1]), Number(short[2]), undefined, vocabulary);
}

const DOTTED =
  /^(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])(?:\.?(?= ?(?:-|al?|au|to|i|y|et|and|,) ?\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})(?!\d))|\.(?=,? (?:\d\d?[:h]|\d\d? h\b|\d\d?\.\d\d(?![.\d]))))/;

/** `Sa 12.12 20h` */
const UNDOTTED = /^(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])(?=,? (?:\d\d?[:h]|\d\d? h\b))/;

const HOURS = '(?:hs|hrs?|hores|hora|horas|heures|heure|hours?|uhr|h)';

/** `1900 hrs`, `19,30 horas` */
const WHOLE = new RegExp(
  `^(?:([01]\\d|2[0-3])(?:(\\d\\d) ?(?:hrs|hours)|,(00|15|30|45) ?${HOURS})|(24),00 ?${HOURS})(?![a-z])\\.?`,
);

const SPELLED = new RegExp(
  `^([7-9]|1\\d|2[0-4]) ?${HOURS}\\.? (?:(?:y|i|et|and|&) )?(\\d{2}) ?min(?:uts|utos|utes)?(?![a-z])`,
);

const HOUR_AND_DAYS =
  /^\d\d? ?h(?:eures?|ores|oras)? (?:(\d\d)(?=, ?(\d\d?)(?:,| (?:i|y|et|and|&) )| (?:i|y|et|and|&|al|au) \d\d? (?!h)[a-z])|(?!00|15|30|45)\d\d(?=(?: -|,) ?\d\d? (?!h)[a-z]))/;

function timeIn(rest: Rest, vocabulary: Lexicon): Token | undefined {
  const whole = take(rest, WHOLE);
  if (whole) return { is: 'time', minutes: Number(whole[1] ?? 24) * 60 + Number(whole[2] ?? whole[3] ?? 0) };
  // `20 : 30`, `20 h and 30 minutes`: two numbers are never two days.
  if (take(rest, /^\d{1,2} : ?\d{1,2}(?= ?(?:$|[,;)]))/)) return { is: 'unknown' };
  // `14 h 17, 21 and 31 August`
  const [, day = 1, next = 32] = HOUR_AND_DAYS.exec(rest.text) ?? [];
  if (Number(day) > 0 && Number(day) < Number(next) && take(rest, HOUR_AND_DAYS)) return { is: 'unknown' };
  const spelled = take(rest, SPELLED);
  if (spelled) return clockTime(Number(spelled[1]), Number(spelled[2]), vocabulary, false);
  const clock = take(
    rest,
    new RegExp(
      `^(\\d{1,2}) ?([:.']|h ?|heures? )(\\d{2})(?:(?<=:\\d\\d):00)?(?![\\d/:]|\\.\\d)(?: ?(${HOURS})(?![a-z])\\.?)?`,
    ),
  );
  if (clock?.[4] && clock[2]!.startsWith('h')) return { is: 'no time' };
  if (clock) return clockTime(Number(clock[1]), Number(clock[3]), vocabulary, clock[1]!.startsWith('0'));
  // English hours of the day are not so called.
  const few = vocabulary.hasTwelveHours && take(rest, /^([1-6]) ?hours?(?![a-z])/);
  if (few) return { is: 'duration', minutes: Number(few[1]) * 60 };
  const hour = take(rest, new RegExp(`^(\\d{1,2}) ?${HOURS}(?![a-z])\\.?`));
  if (hour)
    return clockTime(Number(hour[1]), 0, vocabulary, hour[1]!.startsWith('0') || !vocabulary.hasTwelveHours);
  const minutes = take(rest, /^(\d{1,3}) ?(?:min|mn|mins|minuts|minutos|minutes|'(?!\d))(?![a-z])\.?/);
  return minutes && { is: 'duration', minutes: Number(minutes[1]) };
}

/** `(2 hours)`, `(1 h 30)`: few hours in brackets are a length. */
function length(rest: Rest): Token | undefined {
  const found = take(rest, LENGTH);
  if (!found) return undefined;
  const minutes = found[2] ? 30 : Number(found[3] ?? 0);
  return { is: 'duration', minutes: Number(found[1]) * 60 + minutes };
}

const LENGTH = new RegExp(
  `^\\((?:(?:approx|aprox|env|about)\\.? )?([1-6])(?:[.,](5))? ?${HOURS}\\.?(?: ?(?:and |i |y |et )?(\\d\\d)(?: ?min[a-z]*\\.?)?)?\\)`,
);

function numberIn(rest: Rest): Token | undefined {
  const half = take(rest, /^(\d{1,2})(?= ?[ap]m(?![a-z]))/);
  if (half) return { is: 'number', value: Number(half[1]) };
  const number = take(
    rest,
    /^(\d{1,4})(st|nd|rd|th|er|eme|ere|re|nde|e|r|n|t|a|o|\.?[ºª])?(?![\da-z])\.?(?=[\s,;)&+|-]|$|'|(?<=\d{4}):|:(?= (?:\D|\d\d?[:.]\d\d|(?!00|15|30|45)\d\d? ?h|\d\d? ?[ap]m)))/,
  );
  return number && { is: 'number', value: Number(number[1]), isOrdinal: number[2] !== undefined };
}

/** In numbers the day comes first, but where the month may: then a day above twelve tells. */
function numericDate(
  first: number,
  second: number,
  year: number | undefined,
  { isMonthFirstPossible }: Lexicon,
): Token {
  const others = year === undefined ? {} : { year };
  if (isMonthFirstPossible && second > 12) return { is: 'date', month: first, day: second, ...others };
  const isUnsure = isMonthFirstPossible && first <= 12 && second <= 12 && first !== second;
  return { is: 'date', day: first, month: second, ...others, ...(isUnsure && { isUnsure }) };
}

/** A day ends at 24:00. */
function clockTime(hour: number, minute: number, { hasTwelveHours }: Lexicon, isSure: boolean): Token {
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return { is: 'no time' };
  const isUnsure = hasTwelveHours && hour >= 1 && hour < 12 && !isSure;
  return { is: 'time', minutes: hour * 60 + minute, ...(isUnsure && { isUnsure }) };
}

function punctuation(rest: Rest): Token | undefined {
  if (take(rest, /^-+/)) return { is: 'dash' };
  if (take(rest, /^[,;·|│•:/*►▶▸●■★◆]+/)) return { is: 'comma' };
  if (take(rest, /^[().!¡«»“”„"]+/)) return { is: 'open' };
  if (take(rest, /^'/)) return { is: 'nothing' };
  return undefined;
}

/** The longest phrase of the vocabulary at the beginning. */
function phrase(rest: Rest, language: Language): Token | undefined {
  const { entries, longest } = phrasesOf(language);
  const words = /^[^\s,;()]+(?: [^\s,;()]+){0,5}/.exec(rest.text)?.[0] ?? '';
  for (let length = Math.min(words.length, longest); length > 0; length--) {
    const candidate = words.slice(0, length);
    const token = entries.get(candidate.replace(/\.$/, ''));
    // A phrase ends where a word ends; an apostrophe parts words.
    if (token && !/[a-z0-9]/.test(rest.text[length] ?? ' ')) {
      rest.text = rest.text.slice(length).replace(/^\./, '');
      return token;
    }
  }
  return undefined;
}

const known = new Map<Language, { entries: ReadonlyMap<string, Token>; longest: number }>();

function phrasesOf(language: Language) {
  return known.getOrInsertComputed(language, () => {
    const { words, months, weekdays, feasts, numbers, seven, ordinals } = vocabularies[language];
    const entries = new Map<string, Token>();
    // The first meaning of a phrase counts: names of days and months, then longer phrases, then single words.
    const add = (phrases: string, token: Token, isAdded = (_: string) => true) => {
      for (const phrase of phrases.split('|'))
        if (isAdded(phrase) && !entries.has(phrase)) entries.set(phrase, token);
    };
    for (const [position, names] of weekdays.split(' ').entries()) {
      const [first] = names.split('|');
      for (const name of names.split('|')) {
        const token = { is: 'weekday', value: position + 1, isPlural: name === `${first}s` } as const;
        add(name, { ...token, isMarch: name === 'mar' });
        if (language === 'fr') add(`le ${name}`, { ...token, hasArticle: true });
      }
    }
    for (const [position, names] of months.split(' ').entries())
      for (const name of names.split('|'))
        add(name, { is: 'month name', value: position + 1, ...(name === seven && { isSeven: true }) });
    for (const [date, names] of Object.entries(feasts)) {
      const [month, day] = date.split('-').map(Number);
      add(names, { is: 'date', month: month!, day: day!, isFeast: true });
    }
    const meanings = Object.entries(words) as [Meaning, string][];
    for (const [is, phrases] of meanings) add(phrases, { is }, phrase => phrase.includes(' '));
    for (const [position, names] of ordinals.split(' ').entries())
      add(names, { is: 'ordinal', value: position === 5 ? -1 : position + 1 });
    for (const [is, phrases] of meanings) add(phrases, { is });
    for (const [position, names] of numbers.split(' ').entries())
      add(names, { is: 'number', value: position + 1, isWord: true });
    return { entries, longest: Math.max(...[...entries.keys()].map(key => key.length)) + 1 };
  });
}
