import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages, type Translations } from './language.ts';
import * as tables from './messages.ts';

/** The names of translations, such as `eventWords.title`, with their texts. */
type Entry = readonly [where: string, words: Translations];
type Text = readonly [where: string, language: Language, text: string];

const { pageWords, ...others } = tables;
const entries: readonly Entry[] = Object.entries({ ...others, ...pageWords }).flatMap(([table, texts]) =>
  entriesOf(table, texts),
);
const texts: readonly Text[] = entries.flatMap(([where, words]) =>
  languages.map((language): Text => [where, language, words[language]]),
);
const parameters = texts.filter(([where]) =>
  /^(event|venue|organizer|category|tag|history|trash)\w*Words\./.test(where),
);

/** Texts that are correct in two languages. */
const shareable = new Set(['Crea una etiqueta.']);

/** Words that are frequent in one language and do not exist in the others. */
const telltales: Readonly<Record<string, readonly string[]>> = {
  ca: ['amb', 'els', 'és', 'aquest', 'aquesta', 'aquests', 'llista', 'només', 'esdeveniment'],
  en: ['the', 'of', 'and', 'is', 'are', 'must', 'with', 'only', 'whether'],
  fr: ['du', 'est', 'et', 'avec', 'ou', 'dans', 'ce', 'aux', 'doit', 'événement'],
  es: ['los', 'con', 'debe', 'para', 'solo', 'este', 'evento', 'lugar', 'puede'],
};

test('Every translation exists in each language and no other', () => {
  assert.deepEqual(languages.slice(0, 4), ['ca', 'en', 'fr', 'es']);
  assert.deepEqual(Intl.getCanonicalLocales([...languages]), languages, 'tags are those of BCP 47');
  for (const [where, words] of entries) {
    assert.deepEqual(Object.keys(words).toSorted(), languages.toSorted(), where);
  }
});

test('Every translation is non-empty, trimmed and on one line', () => {
  assert.ok(entries.length > 200);
  for (const [where, language, text] of texts) {
    assert.match(text, /^\S(?:.*\S)?$/, `${where}.${language}`);
    assert.doesNotMatch(text, / {2}/, `${where}.${language}`);
  }
});

test('Placeholders are the same in all languages', () => {
  for (const [where, words] of entries) {
    const wanted = placeholders(words.en);
    for (const language of languages) {
      assert.deepEqual(placeholders(words[language]), wanted, `${where}.${language}`);
    }
  }
});

test('Placeholders are names that errors fill in', () => {
  const known = [
    ...['count', 'id', 'max', 'name', 'names', 'other', 'part', 'value', 'values', 'wait'],
    ...['date', 'day', 'days', 'month', 'time', 'total', 'week'],
  ];
  for (const [where, language, text] of texts) {
    for (const name of placeholders(text)) assert.ok(known.includes(name), `${where}.${language}: ${name}`);
    assert.doesNotMatch(text.replaceAll(/\{\w+\}/g, ''), /[{}]/, `${where}.${language}`);
  }
});

test('Messages about wrong values begin with the name of the parameter', () => {
  for (const [where, words] of entries.filter(([where]) => where.startsWith('errorWords.expected_'))) {
    assert.ok(words.en.startsWith('{name}'), where);
  }
});

test('A full stop ends a translation in all languages or in none', () => {
  for (const [where, words] of entries) {
    for (const language of languages) {
      assert.equal(words[language].endsWith('.'), words.en.endsWith('.'), `${where}.${language}`);
    }
  }
});

test('Descriptions of parameters and operations are one sentence each', () => {
  for (const [where, language, text] of parameters) {
    assert.match(text, /^\p{Lu}.*[^.]\.$/u, `${where}.${language}`);
    assert.doesNotMatch(text, /[.!?] \p{Lu}/u, `${where}.${language}`);
  }
});

test('No translation of more than two words is the same in two languages', () => {
  for (const [where, words] of entries) {
    const long = languages.map(language => words[language]).filter(text => text.split(' ').length > 2);
    const own = long.filter(text => !shareable.has(text));
    assert.equal(new Set(own).size, own.length, where);
  }
});

test('No translation contains common words of another language', () => {
  for (const [where, language, text] of texts) {
    const said = new Set(text.toLowerCase().match(/[\p{L}_]+/gu));
    for (const other of languages.filter(other => other !== language)) {
      const strays = (telltales[other] ?? []).filter(word => said.has(word));
      assert.deepEqual(strays, [], `${where}.${language} holds ${other}: ${text}`);
    }
  }
});

test('Literal values and parameter names are the same in all languages', () => {
  const literal =
    /\b(?:publish|future|draft|pending|private|(?<!the )trash|true|false|null|UTC)\b|\b(?:[a-z]+_[a-z_]+|https?:\S+|\d[\d:-]*)/g;
  const literals = (text: string) => [...new Set(text.match(literal))].toSorted();
  for (const [where, words] of entries) {
    for (const language of languages) {
      assert.deepEqual(literals(words[language]), literals(words.en), `${where}.${language}`);
    }
  }
});

test('Apostrophes and quotation marks are typographic', () => {
  for (const [where, language, text] of texts) assert.doesNotMatch(text, /['"`´]/, `${where}.${language}`);
});

test('Translations use only the letters and marks of their language', () => {
  const foreign: Readonly<Partial<Record<string, RegExp>>> = {
    ca: /[ñâêîôûœëÿ¿¡]/iu,
    en: /[^\x20-\x7e’“”]/u,
    fr: /[ñáíóúò·¿¡]/iu,
    es: /[àèòçâêîôûï·’]/iu,
  };
  for (const [where, language, text] of texts)
    assert.doesNotMatch(text, foreign[language] ?? /[\0]/, `${where}.${language}`);
});

test('Only French sets a space before colons and semicolons', () => {
  for (const [where, language, text] of texts) {
    assert.doesNotMatch(text, language === 'fr' ? /\S[:;](?: |$)/ : / [:;]/, `${where}.${language}`);
  }
});

test('No line of French breaks before its marks or inside its quotation marks and numbers', () => {
  const french = texts.filter(([, language]) => language === 'fr');
  for (const [where, , text] of french) assert.doesNotMatch(text, / [:;!?»]|« |\d \d{3}/, where);
  assert.ok(french.some(([, , text]) => text.includes('\u00a0: ')));
  assert.ok(french.some(([, , text]) => text.includes('«\u00a0Don\u00a0»')));
});

test('Catalan and French elide before a vowel', () => {
  const unelided = { ca: /\b[dD]e [aeiouàèéíòóú]/u, fr: /\b[dDlLnNqQ]u?e [aeiouyàâéèêîôû]/u };
  for (const [where, language, text] of texts) {
    if (language === 'ca' || language === 'fr') {
      assert.doesNotMatch(text, unelided[language], `${where}.${language}: ${text}`);
    }
  }
});

function entriesOf(table: string, texts: Readonly<Record<string, Translations>>): Entry[] {
  return Object.entries(texts).map(([key, words]): Entry => [`${table}.${key}`, words]);
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();
}
