import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { SettingTexts } from '../config.ts';
import { askFor } from './init.ts';

/** Types these lines; resolves to the answers, and to what was printed. */
async function typing(
  lines: string[],
  chosen: Parameters<typeof askFor>[0] = new Map(),
  texts: SettingTexts = {},
) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(lines.map(line => `${line}\n`).join(''));
  const answers = await askFor(chosen, texts, input, output);
  output.end();
  return { answers: answers && Object.fromEntries(answers), printed: await text(output) };
}

describe('The questions of almanac init', () => {
  it('Each setting is asked for, and again after a wrong answer', async () => {
    const { answers, printed } = await typing([
      'Agenda de Vic',
      'de',
      'ca',
      'Vic',
      'Europe/Madrid',
      'https://a.example',
    ]);
    const expected = {
      SITE_NAME: 'Agenda de Vic',
      LANGUAGE: 'ca',
      TIME_ZONE: 'Europe/Madrid',
      SITE_URL: 'https://a.example',
    };
    assert.deepEqual(answers, expected);
    assert.match(
      printed,
      /Language: ca, en, fr, es \[en\]: That is not understood: expected one of ca, en, fr, es\./,
    );
    assert.match(printed, /That is not understood: expected a time zone such as Europe\/Madrid or UTC\+2\./);
  });

  it('What is an option is not asked for, and an empty answer takes the suggestion', async () => {
    const texts = { environment: { LANG: 'fr_FR.UTF-8' }, store: new Map([['TIME_ZONE', 'Europe/Paris']]) };
    const { answers, printed } = await typing(['', '', ''], new Map([['SITE_NAME', 'Agenda']]), texts);
    assert.deepEqual(answers, {
      SITE_NAME: 'Agenda',
      LANGUAGE: 'fr',
      TIME_ZONE: 'Europe/Paris',
      SITE_URL: '',
    });
    assert.doesNotMatch(printed, /Name of the calendar/);
  });

  it('An input that ends before the last answer changes nothing', async () => {
    assert.equal((await typing(['Agenda', 'ca'])).answers, undefined);
  });
});
