import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linesOf } from './lines.ts';

const lines = (html: string) => linesOf(html, 'https://agenda.example.org/event/jazz/');

it('Paragraphs have a line between them, and lines end where they end', () => {
  assert.equal(lines('<p>One &amp; <b>two</b></p>\n<p>a<br />b</p>'), 'One & two\n\na\nb');
  assert.equal(lines('<h2>Jazz</h2>\n<div><p>at  night</p></div>'), 'Jazz\n\nat night');
  assert.equal(lines('plain'), 'plain');
  assert.equal(lines(''), '');
});

it('Each link has its address, once', () => {
  assert.equal(
    lines(
      '<p>Programme: <a href="https://example.org/p.pdf">PDF</a>. <a href="mailto:x@example.org">Ask us</a></p>',
    ),
    'Programme: PDF (https://example.org/p.pdf). Ask us (x@example.org)',
  );
  assert.equal(lines('<a href="https://example.org/">example.org</a>'), 'example.org');
  assert.equal(
    lines('<a href="https://example.org/a?b=1&amp;c=2"><img src="/a.png" /></a>'),
    'https://example.org/a?b=1&c=2',
  );
  assert.equal(
    lines('<a href="/map/">Map</a> <a href="#top">Top</a>'),
    'Map (https://agenda.example.org/map/) Top',
  );
  assert.equal(lines('<a href="tel:+34930000000">Call</a>'), 'Call (+34930000000)');
});

it('Lists have marks, and numbers if they are ordered', () => {
  assert.equal(
    lines('<p>Bring:</p>\n<ul><li>One</li><li>Two</li></ul>\n<p>Bye</p>'),
    'Bring:\n\n- One\n- Two\n\nBye',
  );
  assert.equal(lines('<ol start="3"><li><p>One</p></li><li>Two</li></ol>'), '3. One\n4. Two');
  assert.equal(lines('<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul>'), '- A\n  - B\n- C');
  assert.equal(lines('<ul><li></li></ul>after'), 'after');
});

it('A row of a table is a line', () => {
  const rows = '<tr><th>Time</th><th>What</th></tr><tr><td>10:00</td><td><p>Talk</p></td></tr>';
  assert.equal(
    lines(`<p>Plan</p><table><tbody>\n${rows}\n</tbody></table>`),
    'Plan\n\nTime | What\n10:00 | Talk',
  );
  assert.equal(lines('<dl><dt>When</dt><dd>Soon</dd></dl>'), 'When\nSoon');
});

it('A picture is its alternative text', () => {
  assert.equal(lines('<p>See <img src="/a.png" alt="the hall" />.</p>'), 'See the hall.');
});
