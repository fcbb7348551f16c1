import assert from 'node:assert/strict';
import { it } from 'node:test';
import { emailLink, phoneLink } from './address.ts';

it('A telephone number is a link, and a line that says more is text', () => {
  assert.equal(phoneLink('+34 (93) 123.45-67').text, '<a href="tel:+34931234567">+34 (93) 123.45-67</a>');
  for (const line of ['93 123 45 67, from 9 to 14', '93 123 45 67 / 93 765 43 21 00', '12', 'at the bar'])
    assert.equal(phoneLink(line).text, line);
});

it('An e-mail address is a link, and anything else is text', () => {
  assert.equal(
    emailLink('hola@jazz.example').text,
    '<a href="mailto:hola@jazz.example">hola@jazz.example</a>',
  );
  for (const line of ['hola@jazz.example?bcc=a@b.example', 'ask at the bar', 'a@b, c@d'])
    assert.equal(emailLink(line).text, line);
});
