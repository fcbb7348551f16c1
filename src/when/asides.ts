import { LRUCache } from 'lru-cache';
import type { Language } from '../i18n/language.ts';
import { ENDS_TIME, folded, isOrdinal, MAX_TEXT, numberOf, type Token, tokensIn, wordsIn } from './tokens.ts';
import { anyOf, vocabularies } from './vocabulary.ts';

/** A text is read once more for each answer, and for what is asked about it. */
const tokensByText = new LRUCache<string, readonly Token[], Language>({
  max: 20,
  memoMethod: (text, _, { context: language }) => tokensAnew(text.slice(language.length), language),
});

/** The meanings of a text in its order, without its title and its asides; whatever is called off keeps all its words. */
export const tokensOf = (text: string, language: Language): readonly Token[] =>
  tokensByText.memo(language + text.slice(0, 2 * MAX_TEXT), { context: language });

function tokensAnew(text: string, language: Language): Token[] {
  const all = tokensIn(text, language);
  if (areCalledOff(wordsIn(all))) return all;
  const title = titleOf(text, language) ?? '';
  const ofTimes = tokensIn(title, language).filter(
    ({ is }) => OF_TIMES.includes(is) && !(is === 'morning' && language === 'fr'),
  );
  // What stands behind a title may be an aside at once; what begins a text is none.
  const before: Token[] = title ? [{ is: 'nothing' }] : [];
  const tokens = [...before, ...tokensIn(text.slice(title.length), language)];
  return [...ofTimes, ...withoutAsides(tokens, language, before.length)];
}

/**
 * `5 December, church hall, 19 h sala d'actes`: words that say nothing of times, between commas or behind the last time.
 * @param first where the text begins
 */
function withoutAsides(tokens: readonly Token[], language: Language, first: number): Token[] {
  const kept: Token[] = [];
  for (let from = first, to = first; from < tokens.length; from = ++to) {
    while (isAside(tokens, to)) to++;
    kept.push(...withoutAside(tokens, from, to, language), ...tokens.slice(to, to + 1));
  }
  return kept;
}

/** What is left of the words from one token to another, if they are an aside; otherwise all of them. */
function withoutAside(tokens: readonly Token[], from: number, to: number, language: Language): Token[] {
  const part = tokens.slice(from, to);
  const words = wordsIn(part);
  const isOpening = part.some(({ is }) => is === 'opening');
  const isPlace = nameAPlace(words);
  const mayEnd = words.length === 0 || nameAnotherTime(words);
  const isOfTime = !mayEnd && to < tokens.length && isBeforeFirstTime(tokens, from, to, language);
  const end = to < tokens.length ? endOfAside(part, isOfTime) : part.length;
  if (from === 0 || end < 0 || !part.some(isTopic)) return part;
  const isParted =
    isPart(part[0]!) ||
    (isPlace && INTO.includes(part[0]!.is)) ||
    // `5 December concert in the church 8 pm`
    (isOfTime && isEndOfDate(tokens, from - 1)) ||
    (to === tokens.length && (isEndOfTime(tokens, from - 1) || isEndOfDate(tokens, from - 1)));
  // `8 pm, plus matinee`
  const isMore =
    part.find(token => !isPart(token))?.is === 'and' ||
    sayMore(words) ||
    (!isPlace && words.some(word => isMisspelled([word], language)));
  // `17: pottery - Saturday 24 April` is no range.
  const isJoined = part[end]?.is === 'dash' && !isTimeAt(tokens, to, language === 'fr');
  if (!isParted || isMore || isJoined || wordsIn(part.slice(end)).length > 0) return part;
  const isUndated = part.some(({ is }) => is === 'undated');
  const isLate = part.some(({ is }) => LATE.includes(is));
  const aside = { is: 'aside', mayEnd: mayEnd || isOpening, isOfTime, isUndated, isLate } as const;
  return [...(isPlace && !aside.mayEnd ? [] : [aside]), ...part.slice(end)];
}

const isBeforeFirstTime = (tokens: readonly Token[], from: number, to: number, language: Language): boolean =>
  isTimeAt(tokens, to, language === 'fr') &&
  !tokens.slice(0, from).some((token, at) => token.is === 'at' || isEndOfTime(tokens, at));

/** Where an aside ends before what follows it; -1 if nothing parts them. */
function endOfAside(part: readonly Token[], isOfTime: boolean): number {
  // `5 December: concert in the church at 8 pm`
  const at = part.length - (part.at(-1)?.is === 'at' || part.at(-1)?.is === 'at or to' ? 1 : 0);
  // What stands behind its last comma is of what follows.
  return isOfTime && !isJoint(part[at - 1]) ? at : part.findLastIndex(isPart);
}

const INTO: readonly Token['is'][] = ['in', 'at', 'at or to', 'nothing'];
const isPart = ({ is }: Token): boolean => is === 'comma' || is === 'dash' || is === 'open';

const isJoint = (token?: Token): boolean => token === undefined || token.is === 'and' || isPart(token);

/** Whether a time ends here: `20 h`, `a las 20`. */
const isEndOfTime = (tokens: readonly Token[], at: number): boolean =>
  [...ENDS_TIME, 'hour', 'evening', 'night'].includes(tokens[at]!.is) ||
  (tokens[at]!.is === 'number' && tokens[at - 1]?.is === 'at');

const isEndOfDate = (tokens: readonly Token[], at: number): boolean =>
  / month name$|^month name number$/.test(`${tokens[at - 1]?.is} ${tokens[at]?.is}`);

/** Whether a time begins here: `20 h`, `6 pm`, `18 to 20 h`, and any number behind `at`. */
function isTimeAt(tokens: readonly Token[], at: number, isFrench: boolean): boolean {
  const token = tokens[at]!;
  const isDay =
    token.is === 'number' &&
    (token.isDay || (isFrench && !token.isFrom && tokens[at + 1]?.is === 'at or to'));
  const kinds = tokens.slice(at - 1, at + 5).map(({ is }) => (is.startsWith('at or') ? 'to' : is));
  return (
    !isDay &&
    /^(?:at number|\S+(?: from)?(?: number (?:to|dash))? (?:time|number (?:morning|afternoon)))/.test(
      kinds.join(' '),
    )
  );
}

const isTopic = (token: Token): boolean =>
  token.is === 'undated' || (token.is === 'unknown' && (token.word?.length ?? 0) > 2);

/** Whether a token may be of an aside. The number of a room or a house is, and `day of the Kings`. */
function isAside(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const isNumber = token?.is === 'number' && (isRoom(tokens, at) || isHouse(tokens, at));
  return IN_ASIDE.some(is => is === token?.is) || isNumber || isInName(tokens, at);
}

const isRoom = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && nameARoom(wordsIn([tokens[at - 1]!])) && (!tokens[at + 1] || isPart(tokens[at + 1]!));

/** `Carrer Major, 3`, `12 rue de la Paix`, `12 High Street`: between commas or brackets, and where no other number is. */
function isHouse(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const isFree = (others: readonly Token[]) => {
    const other = others.find(token => !isPart(token));
    return (!others[0] || isPart(others[0])) && other?.is !== 'number' && other?.is !== 'date';
  };
  const street = before.findLastIndex(token => nameAStreet(wordsIn([token])));
  // `C/ Major, 3`
  const from = before[street + 1]?.is === 'comma' ? street + 2 : street + 1;
  const name = before.slice(from, before.at(-1)?.is === 'comma' ? -1 : undefined);
  // `calle Mayor, 20` may name an hour.
  const isNoHour = numberOf(tokens[at])! > 24 || tokens.some((_, other) => isEndOfTime(tokens, other));
  if (street >= 0 && name.length < 6 && wordsIn(name).length > 0 && name.every(isOfName))
    return isNoHour && isFree(after);
  const words = wordsIn(after.slice(0, 4));
  const isRoad = nameAStreet(words.slice(0, 1)) || nameARoad(words.slice(1));
  return at > 0 && isRoad && isFree(before.toReversed());
}

const isOfName = ({ is }: Token): boolean => is === 'unknown' || is === 'nothing' || is === 'of the';

/** `Jazz night`, `evening of poetry`, `opening of an exhibition`, `day of the Kings`, `from the town hall`: words of times in a name. */
function isInName(tokens: readonly Token[], at: number): boolean {
  const [token, after] = tokens.slice(at);
  const before = tokens[at - 1];
  const name = tokens.slice(at + 1).find(({ is }) => is !== 'nothing' && is !== 'of the');
  const isNamed = name?.is === 'unknown' || name?.is === 'undated';
  if (token?.is === 'opening' || token?.is === 'from') return isNamed;
  if (token?.is === 'times') return isNamed && before?.is !== 'number';
  if (token?.is === 'day') return isNamed && after?.is === 'nothing';
  if (!token || !OF_TIMES.includes(token.is) || !before) return false;
  return before.is === 'unknown' || (isNamed && isPart(before));
}

/** `Spring concert: Saturday 6 May`: what stands before a colon, a bar or a date, and says nothing of dates. */
export function titleOf(text: string, language: Language): string | undefined {
  if (tellsDeadline(text)) return undefined;
  const [head, loose] = [headOf(text, language), looseTitle(text, language)];
  if (!head || !loose) return head ?? loose;
  return head.length > loose.length ? head : loose;
}

/** A title before a colon, a bar or the end of a line. */
function headOf(text: string, language: Language): string | undefined {
  const [title] = /^[^\d:·|•\n]{1,100}?(?=\s*[:·|•\n])/.exec(text) ?? [];
  if (!title) return undefined;
  const [tokens, behind] = [title, text.slice(title.length)].map(part => tokensIn(part, language));
  const hasMonth = behind!.some(({ is }) => is === 'month name' || is === 'date');
  const isEach = behind!.some(token => token.is === 'every' || (token.is === 'weekday' && token.isPlural));
  const left = [...IN_TITLE, 'or', 'to', 'from', ...(hasMonth ? DATED : []), ...(isEach ? ['weekly'] : [])];
  const isTopic = tokens!.some(({ is }) => is === 'unknown' || DATED.slice(0, 5).includes(is));
  if (!isTopic || !tokens!.every(({ is }) => left.includes(is)) || endsBeforeDate(tokens!)) return undefined;
  // `Setembra: dissabtes 18 h`
  return hasMonth || !isMisspelled(wordsIn(tokens!), language) ? title : undefined;
}

/** Whether a text tells a last day for something else than the event, which is no date of it. */
const tellsDeadline = (text: string): boolean => DEADLINE.test(folded(text));

const DEADLINE = new RegExp(
  `(?:^[^a-z]*|\\b(?=[a-z-]+ ?:))(?:pre-?)?${anyOf('registration')}|\\b${anyOf('deadline')}\\b`,
);

/** Whether the only word has the letters of a month or a weekday, but for a few behind each other. */
function isMisspelled([word = '', ...more]: readonly string[], language: Language): boolean {
  const names = `${vocabularies[language].months} ${vocabularies[language].weekdays}`.split(/[ |]/);
  const areIn = (one: string, other: string) => [...one].filter(letter => !other.includes(letter)).length < 2;
  const isNear = (name: string) => {
    const [one, other] = differing(word, name);
    return (
      name[0] === word[0] && areIn(one, other) && areIn(other, one) && Math.max(one.length, other.length) < 4
    );
  };
  return more.length === 0 && names.some(name => name.length > 4 && isNear(name));
}

/** Two words without their common beginning and end. */
function differing(one: string, other: string): [string, string] {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start++;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

/** `Spring fair Saturday 6 May`, `Book club - each Tuesday`: before a comma or a dash, or a weekday with its date. */
function looseTitle(text: string, language: Language): string | undefined {
  for (const { index } of text.slice(0, 100).matchAll(/(?:[,.:]|\s+[-–—])?\s+/g)) {
    const title = text.slice(0, index);
    const tokens = tokensIn(title, language);
    const months = tokens.flatMap(token => (token.is === 'month name' ? token.value : []));
    if (!tokens.every(({ is }, at) => IN_LOOSE_TITLE.includes(is) || isInName(tokens, at))) return undefined;
    const [before, words] = [kindsOf(tokens), wordsIn(tokens)];
    const isTopic =
      words.some(({ length }) => length > 2) || /(?:show|times|morning|month name).* undated$/.test(before);
    const isSentence = text[index] === '.';
    const isWhole =
      isSentence ||
      /(?:unknown|undated|show|times|year|morning|afternoon|evening|night)(?: open| dash)?$/.test(before);
    if (!isTopic || !isWhole) continue;
    const behind = tokensIn(text.slice(index, index + 200), language);
    // `May fair, 5 to 8 May`
    if (!months.every(month => behind.some(token => token.is === 'month name' && token.value === month)))
      continue;
    const after = kindsOf(behind);
    const isEach =
      !before.includes('undated') &&
      !sayMore(words) &&
      repeatsBehind(behind, tokens.length > 1 || isSentence);
    const isRange = beginsWithRange(after);
    // `Collecte de sang le 22 décembre`
    const [day] = behind.filter(({ is }) => is !== 'nothing');
    const isNamed = day?.is === 'number' && day.isDay && !sayMore(words) && !nameAnotherTime(words);
    const isDated = beginsWithDays(after) || (isNamed && /number month name/.test(after));
    if (!isEach && !isRange && !isDated) continue;
    // `pasado | mañana` is one day.
    const countOf = (some: readonly Token[]) => some.filter(token => !isPart(token)).length;
    const whole = tokensIn(text.slice(0, index + 200), language);
    if (countOf(whole) < countOf(tokens) + countOf(behind)) continue;
    // `Calle Mayor 5, 6 y 7 de diciembre`
    const isHouse = isRange && text[index] === ' ' && nameAStreet(words);
    const isOther = isHouse || endsBeforeDate(tokens) || ((isRange || !isDated) && nameAnotherTime(words));
    return isOther || isMisspelled(words, language) ? undefined : title;
  }
  return undefined;
}

/** The kinds of tokens, without words that mean nothing but for a first one: `takes place on Friday`. */
const kindsOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ is }) => is)
    .join(' ')
    .replace(/^open /, 'comma ')
    .replaceAll(' nothing', '');

/** Days with the name of their month, or a date in numbers, by their kinds. */
const DAYS =
  '(?:date|month name number|(?:(?:number|ordinal|comma|dash|and|of the|at or to|to|until|weekday) )*(?:number|ordinal) month name)';

const BEHIND_WEEKDAY = new RegExp(`^(?:nothing )?weekday(?: comma)? ${DAYS}`);
const BEHIND_COMMA = new RegExp(
  `^(?:comma|dash)(?: (?:comma|dash|open|day|of the|from|plural|weekday))* ${DAYS}`,
);

/** `Spring fair Saturday 6 May`, `Spring fair, 6 and 7 May` */
const beginsWithDays = (kinds: string): boolean => BEHIND_WEEKDAY.test(kinds) || BEHIND_COMMA.test(kinds);

/** `Spring fair 5 to 8 May`, `Spring fair 5 and 6 May`, `Fira de primavera del 5 de maig al 2 de juny` */
const beginsWithRange = (kinds: string): boolean =>
  /^(?:nothing |weekend )?(?:(?:of the|from|plural) )?(?:number|ordinal)(?: month name)?(?: (?:at or to|to|dash|comma|and) (?:number|ordinal))+ month name/.test(
    kinds,
  );

/** A number behind `de` is an hour: `els dilluns de 20 a 21.30 h`. */
const asTime = (token: Token): Token =>
  token.is === 'number' && token.isFrom ? { is: 'time', minutes: token.value * 60 } : token;

/** `Book club - each Tuesday`, `Coffee morning every Friday`, `Jumble sale this Saturday` */
function repeatsBehind(tokens: readonly Token[], isLong: boolean): boolean {
  const kinds = kindsOf(
    tokens.map(token => (isOrdinal(token) ? { is: 'ordinal', value: 0 } : asTime(token))),
  );
  const isEach = /^(?:comma |dash )?(?:nothing )?every(?: other| ordinal| number)? week/.test(kinds);
  if (isEach || !isLong) return isEach;
  const [first] = tokens.filter(({ is }) => is !== 'nothing' && is !== 'plural');
  const isPlural = (first?.is === 'weekday' && first.isPlural) || /^(?:nothing )?plural/.test(kinds);
  return (
    (isPlural && /^(?:nothing )?(?:plural )?weekday(?! number)/.test(kinds)) ||
    /^(?:comma|dash) (?:every|(?:plural )?(?:ordinal )?weekday|today|tomorrow|tonight)/.test(kinds) ||
    /^(?:comma |dash )?(?:nothing )?(?:a weekday alternate|ordinal weekday of month|this week)/.test(kinds)
  );
}

/** Whether one of some words is what an expression says. */
function saying(expression: string): (words: readonly string[]) => boolean {
  const pattern = new RegExp(expression);
  return words => words.some(word => pattern.test(word));
}

const WEEKDAYS = Object.values(vocabularies).flatMap(({ weekdays }) => weekdays.match(/[a-z]{5,}/g) ?? []);
const nameAPlace = saying(`^${anyOf('place', 'room', 'street')}$`);
const nameAStreet = saying(`^${anyOf('street')}$`);
const nameARoad = saying(`^${anyOf('road')}$`);
const nameARoom = saying(`^${anyOf('room')}$`);
const areCalledOff = saying(`^${anyOf('calledOff')}`);
/** Whether words name a time or a day, in any language, that may be another one than that of the event. */
const nameAnotherTime = saying(`^${anyOf('mayEnd', 'registration', 'deadline')}|^(?:${WEEKDAYS.join('|')})$`);
/** Whether words may say something else about when. */
const sayMore = saying(`^${anyOf('more', 'boundary')}`);
const areBoundaries = saying(`^${anyOf('boundary')}`);

/** Whether the date behind a title is only before or after what it names. */
const endsBeforeDate = (tokens: readonly Token[]): boolean =>
  ['to', 'from'].includes(tokens.at(-1)?.is ?? '') || areBoundaries(wordsIn(tokens.slice(-1)));

const LATE: readonly Token['is'][] = ['afternoon', 'evening', 'night'];
const OF_TIMES: readonly Token['is'][] = ['opening', 'morning', ...LATE];
const IN_NAME: readonly Token['is'][] = [
  ...(['unknown', 'nothing', 'open', 'comma', 'dash', 'and', 'of the', 'plural', 'a', 'at'] as const),
  ...(['at or to', 'in', 'show'] as const),
];
const IN_TITLE: readonly Token['is'][] = [...IN_NAME, 'for', 'times', 'day', 'hour', ...OF_TIMES];
const IN_LOOSE_TITLE: readonly Token['is'][] = [...IN_TITLE, 'undated', 'month name', 'week', 'year'];
const IN_ASIDE: readonly Token['is'][] = [...IN_NAME, 'undated'];
/** What says when, unless the dates behind it have their months. */
const DATED: readonly Token['is'][] = [
  ...(['undated', 'date', 'next', 'coming', 'ordinal', 'week', 'month', 'year'] as const),
];
