import { type DateShift, PHRASES, type Wording } from './date-phrases.ts';

/**
 * Parses the phrases of a written date: English, in any case and order.
 * @returns undefined unless every word is known, and only shifts occur twice
 */
export function readWords(input: string): Wording | undefined {
  const text = spaced(input);
  let wording: Wording = {};
  for (let at = 0; at <= text.length; ) {
    const phrase = phraseAt(text, at);
    const together = phrase?.wording && joined(wording, phrase.wording);
    if (!together) return undefined;
    wording = together;
    at = phrase.end + 1;
  }
  return wording;
}

/** Converts to lower case, with one space between phrases. */
function spaced(input: string): string {
  return input
    .trim()
    .toLowerCase()
    .replace(/\s*,\s*|\s+/g, ' ')
    .replace(/(?<=\d)t(?=\d)/, ' ')
    .replace(/(?<=\d)(?=z(?: |$))/, ' ')
    .replace(/(?<=:\d\d(?:\.\d{1,9})?)(?=[+-]\d)/, ' ');
}

function phraseAt(text: string, at: number): { wording: Wording | undefined; end: number } | undefined {
  for (const { form, says } of PHRASES) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (match) return { wording: says(match.groups ?? {}), end: form.lastIndex };
  }
  return undefined;
}

function joined(wording: Wording, next: Wording): Wording | undefined {
  const { shift, ...once } = next;
  if (Object.keys(once).some(key => key in wording)) return undefined;
  if (shift) return { ...wording, ...once, shift: wording.shift ? sum(wording.shift, shift) : shift };
  if (!next.ago) return { ...wording, ...once };
  return wording.shift && { ...wording, ...once, shift: reversed(wording.shift) };
}

function sum(a: DateShift, b: DateShift): DateShift {
  return { months: a.months + b.months, days: a.days + b.days, seconds: a.seconds + b.seconds };
}

function reversed({ months, days, seconds }: DateShift): DateShift {
  return { months: -months, days: -days, seconds: -seconds };
}
