import { randomInt } from 'node:crypto';
import { dialectOf } from '../../db/dialect.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { adminWords } from '../../i18n/admin/words.ts';
import { isLanguage } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { html } from '../../lib/html.ts';
import { isMailAddress } from '../../lib/text/addresses.ts';
import { sendMail, sendsMail } from '../../mail/mail.ts';
import { LINK_SECRET, linkAddress } from '../../site/address.ts';
import { siteName } from '../../site/name.ts';
import { hashPassword } from '../../users/passwords.ts';
import { hasNewLink, makeLink, useCode } from '../../users/secret-links.ts';
import { findUser } from '../../users/store.ts';
import { textOf } from '../form.ts';
import type { AdminCall, AdminPage, Shown } from '../page.ts';
import { gate, textField } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { attempt, noted } from './attempt.ts';

/** A forgotten password: a link and a code by mail. Whether there is such an account, nobody learns. */
export const forgottenPage: AdminPage = {
  show: async call => (sendsMail(call.config) ? askPage(call) : problemPage(404, call)),
  async act(call, sent) {
    if (!sendsMail(call.config)) return problemPage(404, call);
    const login = textOf(sent, 'login').trim().slice(0, 200);
    const code = textOf(sent, 'code').trim().toUpperCase();
    if (code === '') {
      // Not awaited: the time of the answer would tell whether there is such an account.
      // What a mail server says may name the address, which is not for the log.
      send(call, login).catch(({ name, code, responseCode }) =>
        call.warn({ name, code, responseCode }, 'a mail could not be sent'),
      );
      return codePage(call, login);
    }
    const { found, wrong } = await attempt(call, { login, secret: code }, async () => {
      const account = await findUser(call.db, login);
      return account && (await useCode(call.db, account.id, code, call.now)) ? account : undefined;
    });
    if (wrong) {
      const error = wrong.status === 422 ? call.words.forgotten.wrong_code : wrong.error;
      return { ...codePage(call, login, error), ...wrong };
    }
    const { secret } = await makeLink(call.db, found.id, 'reset', call.now);
    return { to: call.at('choosePassword', {}, { [LINK_SECRET]: secret }) };
  },
};

/** Letters and digits that are not taken for others. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A code that somebody copies from a mail. */
export const newCode = (): string =>
  Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Seconds between two mails to one account: anybody who knows its login can have them sent. */
const BETWEEN_MAILS = 60;

async function send(call: AdminCall, login: string): Promise<void> {
  const account = login === '' ? undefined : await findUser(call.db, login);
  if (!account?.email || !isMailAddress(account.email)) return;
  const isTooSoon = (db: Db) => hasNewLink(db, account.id, 'reset', { now: call.now, within: BETWEEN_MAILS });
  // Before what takes long, as well.
  if (await isTooSoon(call.db)) return;
  const code = newCode();
  const hash = await hashPassword(code);
  const made = await inTransaction(call.db, async db => {
    // Of requests at once, whichever process has them, one sends a mail.
    await dialectOf(db).lockRow(db, 'users', account.id);
    if (await isTooSoon(db)) return undefined;
    await noted({ ...call, db }, 'link-made', account);
    return makeLink(db, account.id, 'reset', call.now, hash);
  });
  if (made) await mailTo(call, account, made.secret, code);
}

/** Sends a link, in the language of the account. */
function mailTo(call: AdminCall, account: UserRow, secret: string, code: string): Promise<void> {
  const { config } = call;
  const words = adminWords(isLanguage(account.language) ? account.language : config.LANGUAGE).forgotten;
  const link = linkAddress(config.SITE_URL, secret);
  return sendMail(config, {
    to: { name: account.name || account.login, address: account.email! },
    subject: filled(words.subject, { site: siteName(call) }),
    text: filled(words.mail, { login: account.login, link, code, site: siteName(call) }),
  });
}

function askPage(call: AdminCall): Shown {
  const { forgotten: words, signIn } = call.words;
  const inside = html`<form method="post" action="${call.at('forgotten')}">
${textField({ name: 'login', label: signIn.login }, { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false', required: true })}<div class="actions"><button type="submit" class="button main">${words.send}</button></div>
</form>`;
  return gate(call, words.title, words.lead, inside);
}

function codePage(call: AdminCall, login: string, error?: string): Shown {
  const words = call.words.forgotten;
  const field = { name: 'code', label: words.code, help: words.code_help, error };
  const inside = html`<form method="post" action="${call.at('forgotten')}">
<input type="hidden" name="login" value="${login}">
${textField(field, { autocomplete: 'one-time-code', autocapitalize: 'characters', maxlength: '6', class: 'middle', required: true })}<div class="actions"><button type="submit" class="button main">${words.go_on}</button></div>
</form>`;
  return gate(call, words.sent, words.sent_text, inside);
}
