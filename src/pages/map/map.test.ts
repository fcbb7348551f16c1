import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from '../../lib/html.ts';
import { attribution } from './map.ts';

it('an attribution is its text and its links to the web, and nothing else', () => {
  const cases = {
    '© Maps & us': '© Maps &amp; us',
    '&copy; <a href="https://maps.example/a?b=1&amp;c=2" target="_blank">Maps</a> contributors':
      '© <a href="https://maps.example/a?b=1&amp;c=2">Maps</a> contributors',
    "<a href='https://a.example/'>A</a>, <a href='http://b.example/'><b>B</b></a>":
      '<a href="https://a.example/">A</a>, <a href="http://b.example/">B</a>',
    '<a href="javascript:alert(1)">x</a><script>alert(1)</script>': 'x',
  };
  for (const [text, expected] of Object.entries(cases))
    assert.equal(html`${attribution(text)}`.text, expected);
});
