import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../i18n/language.ts';
import { parseWhen } from '../when/when.ts';
import { topicsIn } from './help.ts';
import { type AdminAddress, SURFACE } from './surface.ts';

describe('The help of the administration', () => {
  const named = new Set(Object.values<AdminAddress>(SURFACE).flatMap(({ help }) => help ?? []));

  for (const language of languages) {
    it(`has every topic that a page names, on one screen, in ${language}`, () => {
      const topics = topicsIn(language);
      assert.deepEqual([...topics.keys()], [...topicsIn('en').keys()]);
      for (const name of named) assert.ok(topics.has(name), name);
      for (const [name, { title, text }] of topics) {
        assert.match(title, /^\p{Lu}/u, name);
        const words = text.text
          .replace(/<[^>]+>/g, ' ')
          .trim()
          .split(/\s+/);
        assert.ok(words.length > 15 && words.length < 160, `${name}: ${words.length} words`);
        assert.doesNotMatch(text.text, /\*\*|`/, name);
      }
    });

    it(`gives examples of dates that are understood as they stand, in ${language}`, () => {
      const examples = topicsIn(language)
        .get('when')!
        .text.text.match(/(?<=<kbd>)[^<]+/g)!;
      assert.ok(examples.length > 3);
      for (const example of examples) {
        const read = parseWhen(example.replaceAll('&#39;', "'"), language, '2031-05-06 10:00:00');
        const isAsked = example === '6/5' && language === 'en';
        assert.equal('doubt' in read, isAsked, `${example}: ${JSON.stringify(read)}`);
        assert.ok(isAsked || 'understood' in read, `${example}: ${JSON.stringify(read)}`);
      }
    });
  }
});
