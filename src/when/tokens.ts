import { LRUCache } from 'lru-cache';
import type { Language } from '../i18n/language.ts';
import { type Meaning, vocabularies } from './vocabulary.ts';
import type { Lexicon } from './words.ts';

type Flags<Name extends string> = { readonly [Is in Name]?: boolean };
type DateFlags = { readonly year?: number } & Flags<'isUnsure' | 'isFeast'>;

/** A piece of a phrase with its meaning. */
export type Token =
  | { readonly is: Meaning }
  | { readonly is: 'comma' | 'dash' | 'open' }
  /** Words that say nothing of dates; `mayEnd` if they may name an end, `isOfTime` if they name what begins then. */
  | ({ readonly is: 'aside' } & Flags<'mayEnd' | 'isOfTime'>)
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
const MAX_TEXT = 500;

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
  if (wordsIn(all).some(word => CALLED_OFF.test(word))) return all;
  const title = titleOf(text, language) ?? '';
  const ofTimes = tokensIn(title, language).filter(({ is }) => OF_TIMES.includes(is));
  return [...ofTimes, ...withoutAsides(tokensIn(text.slice(title.length), language), language)];
}

/** `5 December, church hall, 19 h sala d'actes`: words that say nothing of times, between commas or behind the last time. */
function withoutAsides(tokens: readonly Token[], language: Language): Token[] {
  const lastTime = tokens.findLastIndex((_, at) => isEndOfTime(tokens, at));
  const kept: Token[] = [];
  for (let from = 0, to = 0; from < tokens.length; from = to) {
    while (isAside(tokens, to)) to++;
    const part = tokens.slice(from, to);
    const words = wordsIn(part);
    const isPlace = words.some(word => PLACE.test(word));
    const isLast = to === tokens.length;
    const mayEnd = words.length === 0 || words.some(word => MAY_END.test(word));
    // `5 December: concert in the church at 8 pm`
    const at = part.length - (part.at(-1)?.is === 'at' || part.at(-1)?.is === 'at or to' ? 1 : 0);
    const isFirst = !tokens.slice(0, from).some((token, at) => token.is === 'at' || isEndOfTime(tokens, at));
    const isOfTime = isFirst && !mayEnd && !isLast && isTimeAt(tokens, to, language === 'fr');
    const isBeforeTime = isOfTime && !isJoint(part[at - 1]);
    // What stands behind its last comma is of what follows.
    const rest = isLast ? part.length : isBeforeTime ? at : part.findLastIndex(isPart);
    const isEnd = from === lastTime + 1 && isLast;
    const isIn = isPlace && INTO.some(is => is === part[0]!.is);
    // `5 December concert in the church 8 pm`
    const isBehindDate = isOfTime && isEndOfDate(tokens, from - 1);
    const isParted = from > 0 && rest >= 0 && (isEnd || isIn || isBehindDate || isPart(part[0]!));
    // `8 pm, plus matinee`
    const isMore = part.find(token => !isPart(token))?.is === 'and';
    const isLeftOut = isParted && !isMore && wordsIn(part.slice(rest)).length === 0 && part.some(isTopic);
    if (
      isLeftOut &&
      !words.some(word => SAYS_MORE.test(word) || (!isPlace && isMisspelled([word], language)))
    )
      kept.push(...(isPlace ? [] : [{ is: 'aside', mayEnd, isOfTime } as const]), ...part.slice(rest));
    else kept.push(...part);
    if (to < tokens.length) kept.push(tokens[to++]!);
  }
  return kept;
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

/** Whether a token may be of an aside. The number of a room is, and `day of the Kings`. */
function isAside(tokens: readonly Token[], at: number): boolean {
  const [token, after, next] = tokens.slice(at);
  const isRoom = at > 0 && ROOM.test(wordsIn([tokens[at - 1]!])[0] ?? '') && (!after || isPart(after));
  const isNamed = token?.is === 'day' && after?.is === 'nothing' && next?.is === 'unknown';
  return IN_ASIDE.some(is => is === token?.is) || isNamed || (token?.is === 'number' && isRoom);
}

const ROOM =
  /^(?:theat(?:re|er)|pista|court|pitch|terrain|sal(?:a|le|on)|aula|room|hall|amphi|espa(?:i|cio|ce))$/;
const PLACE =
  /^(?:amphi|atelier|sal(?:a|le|on)|teatr[eo]|theat(?:re|er)|pla[cz]a|bibliote(?:ca|que)|library|auditori(?:o|um)?|centr[eo]|casal?|ateneu?o?|mus(?:eu|eo|ee|eum)|esglesia|iglesia|eglise|church|chapel|gallery|par[ck]|parque|pavello|pabellon|ajuntament|ayuntamiento|mairie|hall|espa(?:i|cio|ce)|aula|room|carrer|calle|rue|municipal|parroquial|escola|escuela|ecole|local)$/;

/** `Spring concert: Saturday 6 May`: what stands before a colon, a bar or a date, and says nothing of dates. */
export function titleOf(text: string, language: Language): string | undefined {
  if (DEADLINE.test(text)) return undefined;
  const [title] = /^[^\d:·|•\n]{1,100}?(?=\s*[:·|•\n])/.exec(text) ?? [];
  if (!title) return looseTitle(text, language);
  const [tokens, behind] = [title, text.slice(title.length)].map(part => tokensIn(part, language));
  const hasMonth = behind!.some(({ is }) => is === 'month name' || is === 'date');
  const isEach = behind!.some(token => token.is === 'every' || (token.is === 'weekday' && token.isPlural));
  const left = [...IN_TITLE, 'or', 'to', 'from', ...(hasMonth ? DATED : []), ...(isEach ? ['weekly'] : [])];
  const isTopic = tokens!.some(({ is }) => is === 'unknown' || DATED.slice(0, 5).includes(is));
  if (!isTopic || !tokens!.every(({ is }) => left.includes(is)) || NO_TITLE.test(title))
    return looseTitle(text, language);
  // `Setembra: dissabtes 18 h`
  return hasMonth || !isMisspelled(wordsIn(tokens!), language) ? title : undefined;
}

/** A last day for something else than the event is no date of it. */
const DEADLINE =
  /(?:^\P{L}*|(?<!\p{L})(?=[\p{L}-]+ ?:))(?:pre-?)?(?:registration|enrolment|application|inscripci(?!\S+ pr.via)|inscription|matr[ií]cul)|(?<!\p{L})(?:deadline|closing date|tickets on sale|(?:a la|en) ven(?:da|ta|te)|termini|plazo|(?:data|fecha|date) l[ií]mite?)(?!\p{L})/iu;

/** A word that belongs to the date behind it. */
const NO_TITLE = /(?<!\p{L})(?:to|from|before|after|since|avant|apr.s|depuis|abans|despr.s|antes|despu.s)$/iu;

export const wordsIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(token => (token.is === 'unknown' && token.word) || []);

/** Whether the only word has the letters of a month or a weekday, but for one. */
function isMisspelled([word = '', ...more]: readonly string[], language: Language): boolean {
  const names = `${vocabularies[language].months} ${vocabularies[language].weekdays}`.split(/[ |]/);
  const areIn = (one: string, other: string) => [...one].filter(letter => !other.includes(letter)).length < 2;
  const isNear = (name: string) =>
    name[0] === word[0] && Math.abs(name.length - word.length) < 2 && areIn(name, word) && areIn(word, name);
  return more.length === 0 && names.some(name => name.length > 4 && isNear(name));
}

/** `Spring fair Saturday 6 May`, `Book club - each Tuesday`: before a comma or a dash, or a weekday with its date. */
function looseTitle(text: string, language: Language): string | undefined {
  for (const { index } of text.slice(0, 100).matchAll(/(?:[,.]|\s+[-–—])?\s+/g)) {
    const title = text.slice(0, index);
    const tokens = tokensIn(title, language);
    if (!tokens.every(({ is }) => is === 'undated' || IN_TITLE.includes(is))) return undefined;
    const [before, words] = [kindsOf(tokens), wordsIn(tokens)];
    const isTopic = words.some(({ length }) => length > 2) || /show.* undated$/.test(before);
    const isSentence = text[index] === '.';
    const isWhole = isSentence || /(?:unknown|undated|show|morning|afternoon|evening|night)$/.test(before);
    if (!isTopic || !isWhole) continue;
    const after = kindsOf(tokensIn(text.slice(index, index + 200).replace(TAKES_PLACE, ' '), language));
    const mayRepeat = (tokens.length > 1 || isSentence) && !before.includes('undated') && REPEATS.test(after);
    const isEach = mayRepeat && !words.some(word => SAYS_MORE.test(word));
    const isRange = RANGE_BEHIND.test(after);
    const isOther = NO_TITLE.test(title) || (isRange && words.some(word => MAY_END.test(word)));
    if (isEach || DATED_BEHIND.test(after) || isRange)
      return isOther || isMisspelled(words, language) ? undefined : title;
  }
  return undefined;
}

const kindsOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ is }) => is)
    .join(' ')
    .replace(/^open /, 'comma ')
    .replaceAll(' nothing', '');

/** `The meeting takes place on Friday 8 May` */
const TAKES_PLACE =
  /^ (?:(?:(?:aura|tiene|takes?|tendr[aá]|tindr[aà]) (?:lieu|lugar|place|lloc)|es far[aà]|se celebra(?:r[aá])?|se (?:tient|tiendra)) )?(?:(?:el|on|le) )?/;
/** What stands behind a title, by its tokens: days with the name of their month, or a date in numbers. */
const DATED_BEHIND =
  /^(?:weekday(?: comma)?|(?:comma|dash)(?: (?:comma|dash|open|day|of the|from|plural|weekday))*) (?:date|month name number|(?:(?:number|ordinal|comma|dash|and|of the|at or to|to|until|weekday) )*(?:number|ordinal) month name)/;
/** `Spring fair 5 to 8 May`, `Spring fair 5 and 6 May`, `Fira de primavera del 5 de maig al 2 de juny` */
const RANGE_BEHIND =
  /^(?:(?:of the|from) )?(?:number|ordinal)(?: month name)?(?: (?:at or to|to|dash|comma|and) (?:number|ordinal))+ month name/;
const REPEATS = /^(?:comma|dash) (?:every|(?:ordinal )?weekday)/;

const OF_TIMES: readonly Token['is'][] = ['opening', 'morning', 'afternoon', 'evening', 'night'];
const IN_NAME: readonly Token['is'][] = [
  ...(['unknown', 'nothing', 'open', 'comma', 'dash', 'and', 'of the', 'plural', 'a', 'at'] as const),
  ...(['at or to', 'in', 'show'] as const),
];
const IN_TITLE: readonly Token['is'][] = [...IN_NAME, 'for', 'times', 'day', 'hour', ...OF_TIMES];
const IN_ASIDE: readonly Token['is'][] = [...IN_NAME, 'undated'];
const CALLED_OFF =
  /^(?:cancel|called$|an+ul(?!ar)|ajo?u?rn|aplaza|posp[ou]|postp|reporte?e?s?$|suspes[ao]?s?$|suspend|moved$|reschedul|shut$|sup+rimi?|deplace|deprogram|trasl+ada|desconv)/;
/** Words by which the time or the day of an aside may be another one than that of the event. */
const MAY_END =
  /^(?:clos|cierr|tanc|ferm|fins?$|fini|final|end|regist|inscri|enrol|matri|arriv|lleg|arrib|accue|check|return|retour|torna|vuelta|regres|limit|deadline|dead|reserv|booking|sales?$|vent[ae]s?$|venda$|ticket|entrad|billet|break|paus|descan|sun(?:set|rise|down)|dusk|dawn|nightfall|lunch|capvespre|fosc|posta$|atardec|anochec|amanec|crepus|coucher|tombee|aube$|aurore|nocturn|journee|gates?$|shut|pick|recoll|recog|leav|bus$|termini|plazo|butoir|clotur|clausur|tras$|acab|issue$|seguit|mass$|mis+a$|messe$|off$|conge|strike|greve|vaga$|huelga)/;
/** Words by which an aside may say something else about when. */
const SAYS_MORE =
  /^(?:also$|tambe$|tambien$|aussi$|plus$|addition|canvi|cambi|chang|follow|siguient|seguent|suivant|succes|suces|consec|repet|repri|again|later|luego|despr|despu|apres|after|before|avant|abans|antes|hasta|fins|lectiu|lectivo|exce|exclu|sauf$|salv|llevat|provis|tentat|previst|prevu|unconf|posib|possib|maybe|perhaps|potser|quiza|instead|enlloc|former|altern|impar|parell|pares|pair|odd$|even$|each|both|tempora|season|saison|hors|ambd|amb[ao]s|chaque|hourly|unless|sous$|recond|hebdo|orientat|gmt$|utc$|bst$|[ecmp][sd]t$|eastern|pacific|zone|canari|trimes|bimes|bimen|semes|entre|depuis|since|until)/;
/** What says when, unless the dates behind it have their months. */
const DATED: readonly Token['is'][] = [
  ...(['undated', 'date', 'next', 'coming', 'ordinal', 'week', 'month', 'year'] as const),
];

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
    // "Mar" is a weekday and a month, in French and Spanish.
    const isMarch =
      token.is === 'weekday' &&
      token.isMarch &&
      tokens.findLast(({ is }) => is !== 'nothing')?.is === 'number';
    // `10h/12h` may be two times, or a range; `9h-10h / 12h-13h` are two ranges.
    const isRange =
      tokens.at(-1)?.is === 'dash' && [...ENDS_TIME, 'number'].includes(tokens.at(-2)?.is ?? '');
    if (ENDS_TIME.includes(token.is) && /^ ?\/ ?\d/.test(rest.text))
      rest.text = rest.text.replace('/', isRange || /^ \/ \d\d?\/\d/.test(rest.text) ? ', ' : ' % ');
    // `tot l'octubre`
    const all = token.is === 'month name' ? tokens.findLastIndex(({ is }) => is !== 'nothing') : -1;
    if (/^(?:tot|todo|tout|all)$/.test(wordsIn(tokens.slice(all))[0] ?? ''))
      tokens[all] = { is: 'all month' };
    const isFrom = token.is === 'number' && /^(?:de|')$/.test(rest.before);
    const isDay = token.is === 'number' && /^(?:el|le|dia|el dia|le jour)$/.test(rest.before);
    rest.before = text.slice(0, text.length - rest.text.length);
    tokens.push(
      isMarch
        ? { is: 'month name', value: 3 }
        : { ...token, ...(isFrom && { isFrom }), ...(isDay && { isDay }) },
    );
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

const ENDS_TIME: readonly Token['is'][] = ['time', 'morning', 'afternoon'];

function unknown(rest: Rest): Token {
  const word = take(rest, /^(?:[\p{L}\p{N}]+|.)/su)![0];
  return { is: 'unknown', word };
}

/** Small letters without accents, with one kind of dash and apostrophe. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s*\n\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/[–—−‒>→]/g, '-')
    .replace(/[’‘´`]/g, "'")
    .replace(/@/g, '@ ')
    .replace(HOUSE, '$1')
    .replace(HOUSE_BEFORE_STREET, '')
    .replace(/([:.]\d\d|[ap]\.?m\.?|noon|o'clock|\d ?h|hrs|hours) onwards?\b/g, '$1')
    .replace(ROOM_CODE, '$1')
    .replace(/\b(week-?end) des (?=\d\d? ?(?:et|-))/g, '$1 du ')
    .replace(/(\d{4}-\d\d-\d\d(?:t\d\d:\d\d(?::00)?)?)\/(?=\d{4}-\d\d-\d\d|\d\d:)/g, '$1 - ')
    .replace(/\b([1-9]\d?)-(\d\d?)-(\d\d?)(?= (?:de |d')?[a-z]{3})/g, (text, a, b, c) =>
      b - a === 1 && c - b === 1 ? `${a}, ${b}, ${c}` : text,
    )
    .replace(/\b(\d{1,2})-([a-z]{3,10})\.?-(?:20)?(\d{2})\b/g, '$1 $2 20$3')
    .replace(/(?<=[a-z.] )'(\d{2})(?!\d|')/g, '20$1')
    .replace(/(?<=\d (?:de |d')[a-z]{3,10} del )(2[6-9]|3\d)(?=,| a l[ae]s|$)/g, '20$1')
    .replace(/\bun ([a-z]+) si,? (?:i |y )?(?:un \1|un altre|l'altre|un|otro) no\b/g, 'un $1 de cada dos')
    .replace(/\b1 (?=[a-z]+ (?:sur|de cada) (?:2|deux|dos)\b)/g, 'un ')
    .replace(/(?<![a-z])([ap])\. ?m\b\.?/g, '$1m')
    .replace(/(\d(?: ?[ap]m)?,? \(?(?!local |running )[a-z]+ (?:[a-z]+ )?)time\b/g, '$1zone');

/** `(Av. Corrientes 746, Buenos Aires)`: the number of a house. */
const HOUSE =
  /(\([^()\d]*\b(?:c\/|carrer|calle|av|avda|avinguda|avenida|avenue|pg|passeig|paseo|pl|placa|plaza|place|rue|bd|boulevard|street|road)[. ][^()\d]*)(?:3[2-9]|[4-9]\d|(?!19|20)\d{3,4})(?=[^()\d]*\))/g;
/** `50 Kings Road` */
const HOUSE_BEFORE_STREET =
  /(?<![\d.:-])(?:3[2-9]|[4-9]\d|(?!19|20)\d{3}) (?=(?:[a-z.']+ ){1,3}(?:road|rd|street|st|avenue|ave|lane|drive|square)\b)/g;
/** `Room G.04` */
const ROOM_CODE =
  /(?<![a-z])(room|rm|sala|aula|salle|amphi|hall|theatre|lab|court|pista|espai|espacio|espace) [a-z]{1,2}[.-]?\d+(?:[.-]\d+)?(?![a-z\d])/g;

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
