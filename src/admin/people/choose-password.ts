import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { filled } from '../../i18n/say.ts';
import { html } from '../../lib/html.ts';
import { LINK_SECRET } from '../../site/address.ts';
import { siteNameIn } from '../../site/name.ts';
import { hashPassword } from '../../users/passwords.ts';
import { findLink, useLink } from '../../users/secret-links.ts';
import { endSessions } from '../../users/sessions.ts';
import { setPassword } from '../../users/store.ts';
import { weaknessOf } from '../../users/weak-passwords.ts';
import { textOf } from '../form.ts';
import type { AdminCall, Shown } from '../page.ts';
import { gate, textField } from '../parts.ts';
import { pageAbout } from '../problems.ts';
import { noted } from './attempt.ts';
import { enter, secretIn } from './enter.ts';

/** Choosing a password by a link that works once. Only the form uses it up: programs that scan mail open links. */
export const choosePasswordPage = pageAbout(
  async call => (await findLink(call.db, secretIn(call), call.now)) ?? gone(call),
  {
    show: async (call, { account }) => form(call, account),
    async act(call, { link, account }, sent) {
      const password = textOf(sent, 'password');
      const error = passwordError(call, account, password);
      if (error) return { ...form(call, account, error), status: 422 };
      const hash = await hashPassword(password);
      const isChosen = await inTransaction(call.db, async db => {
        if (!(await useLink(db, link.id))) return false;
        await setPassword(db, account.id, hash);
        await endSessions(db, account.id);
        await noted({ ...call, db }, 'password-changed', account);
        return true;
      });
      return isChosen ? enter(call, { ...account, password_hash: hash }) : gone(call);
    },
  },
);

/** Why this account cannot choose a password, in a sentence. */
export function passwordError(call: AdminCall, { login, email, name }: UserRow, password: string) {
  const weakness = weaknessOf(password, [login, email ?? '', name, siteNameIn(call)]);
  return weakness && call.words.choosePassword[weakness];
}

function form(call: AdminCall, { login }: UserRow, error?: string): Shown {
  const words = call.words.choosePassword;
  const field = { name: 'password', label: words.password, help: words.help, error };
  const inside = html`<form method="post" action="${call.at('choosePassword', {}, { [LINK_SECRET]: secretIn(call) })}">
<input type="text" name="username" value="${login}" autocomplete="username" hidden>
${textField(field, { type: 'password', autocomplete: 'new-password', required: true })}<div class="actions"><button type="submit" class="button main">${words.save}</button></div>
</form>`;
  return gate(call, words.title, filled(words.lead, { login }), inside);
}

function gone(call: AdminCall): Shown {
  const words = call.words.choosePassword;
  const inside = html`<p class="actions"><a class="button" href="${call.at('signIn')}">${call.words.signIn.title}</a></p>`;
  return { ...gate(call, words.gone, words.gone_text, inside), status: 410 };
}
