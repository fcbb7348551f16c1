import { type Html, html } from '../../lib/html.ts';

/** What shows a line of a contact; nothing if the line is empty. */
export const ifFilled = (line: string, show: (line: string) => Html): Html | undefined =>
  line === '' ? undefined : show(line);

/** A telephone number that can be called; a line that says more is text, because no number follows from it. */
export function phoneLink(phone: string): Html {
  const number = phone.replace(/[\s().\-/]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? html`<a href="tel:${number}">${phone}</a>` : html`${phone}`;
}

/** An e-mail address; a line that is none is text. */
export const emailLink = (email: string): Html =>
  /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(email)
    ? html`<a href="mailto:${encodeURI(email)}">${email}</a>`
    : html`${email}`;
