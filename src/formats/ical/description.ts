import type { EventRecord } from '../../events/event.ts';
import { eventCost } from '../../events/stored-cost.ts';
import type { Language } from '../../i18n/language.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { isWebAddress, withAbsoluteAddresses } from '../../lib/text/addresses.ts';
import { escaped, escapedAttribute } from '../../lib/text/escape.ts';
import { linesOf } from '../../lib/text/lines.ts';
import type { View } from '../../records/members.ts';
import { line, type Parameters, text } from './content-line.ts';

/** The members of a shown event that are read here. */
export const describedMembers = [
  ...(['all_day', 'description', 'excerpt', 'url', 'event_status', 'status_reason'] as const),
];

/** An event with these members: to read another one does not compile. */
type ShownInDescription = Readonly<Partial<Record<(typeof describedMembers)[number], unknown>>>;

/** What a description consists of. */
interface Described {
  readonly shown: ShownInDescription;
  /** What of the event its reader may see. */
  readonly seen: EventRecord;
  /** The language of the words around its text. */
  readonly language: Language;
  readonly view: View;
}

/** As text for all readers, and as HTML for those that know how to show it. */
export function descriptionLines(described: Described, parameters: Parameters): string[] {
  const { shown, language } = described;
  // A password hides the description, and all that follows it.
  if (shown.all_day === null) return [];
  const url = String(shown.url);
  const html = withAbsoluteAddresses(String(shown.description || shown.excerpt || ''), url);
  const notice = noticeOf(shown, language);
  const facts = factsOf(described);
  const plain = [
    notice,
    linesOf(html, url),
    facts.map(({ sentence: { before, after }, value }) => before + value + after).join('\n'),
  ];
  const styled = text(
    [notice && `<p>${escaped(notice)}</p>`, html, styledFacts(facts)].filter(Boolean).join('\n'),
  );
  return [
    line('DESCRIPTION', text(plain.filter(Boolean).join('\n\n')), parameters),
    line('STYLED-DESCRIPTION', styled, { VALUE: 'TEXT', FMTTYPE: 'text/html', ...parameters }),
    line('X-ALT-DESC', styled, { FMTTYPE: 'text/html' }),
  ];
}

/** That an event does not take place as planned, and why: most readers show neither its status nor a comment. */
function noticeOf({ event_status, status_reason }: ShownInDescription, language: Language): string {
  const words = isNoticed(event_status) ? calendarWords[event_status][language] : '';
  return words && status_reason
    ? filled(calendarWords.because[language], { name: words, value: String(status_reason) })
    : words || String(status_reason ?? '');
}

const isNoticed = (status: unknown): status is keyof typeof calendarWords =>
  Object.hasOwn(calendarWords, String(status));

/** A line at the end of a description. */
interface Fact {
  readonly sentence: Sentence;
  readonly value: string;
}

/** What a line says around its value, as text and as HTML. */
type Sentence = Readonly<Record<'before' | 'after' | 'start' | 'end', string>>;

/** They are the same for all events. */
const sentences = new Map<string, Sentence>();

function sentenceOf(name: FactName, language: Language): Sentence {
  return sentences.getOrInsertComputed(`${language} ${name}`, () => {
    const values = { name: calendarWords[name][language], value: '{value}' };
    const [before = '', after = ''] = filled(calendarWords.because[language], values).split('{value}');
    return { before, after, start: escaped(before), end: escaped(after) };
  });
}

type FactName = 'online' | 'organizers' | 'price' | 'tickets' | 'website' | 'page';

/** What most readers show nowhere else. */
function factsOf({ shown, seen, language, view }: Described): Fact[] {
  const { ticket_url, availability, virtual_url } = seen;
  const fact = (name: FactName, value: string): Fact[] =>
    value === '' ? [] : [{ sentence: sentenceOf(name, language), value }];
  return [
    // Few programs show a CONFERENCE.
    ...fact('online', isWebAddress(virtual_url) ? virtual_url : ''),
    ...fact(
      'organizers',
      seen.organizers
        .map(({ name }) => name)
        .filter(Boolean)
        .join(', '),
    ),
    ...fact('price', eventCost(seen, { ...view, language })),
    ...fact('tickets', availability && calendarWords[availability][language]),
    ...fact('tickets', isWebAddress(ticket_url) ? ticket_url : ''),
    ...fact('website', seen.website && isWebAddress(seen.website) ? seen.website : ''),
    ...fact('page', String(shown.url)),
  ];
}

/** The class of the paragraph with the last lines, by which an import of the calendar knows it. */
export const FACTS = 'event-facts';

const styledFacts = (facts: readonly Fact[]): string => {
  const lines = facts.map(({ sentence: { start, end }, value }) => {
    const shown = isWebAddress(value)
      ? `<a href="${escapedAttribute(value)}">${escaped(value)}</a>`
      : escaped(value);
    return start + shown + end;
  });
  return facts.length === 0 ? '' : `<p class="${FACTS}">${lines.join('<br />')}</p>`;
};
