import type { SessionRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isLanguage } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { singleSpaced } from '../../lib/text/characters.ts';
import { withoutDirections } from '../../lib/text/text.ts';
import { hashPassword } from '../../users/passwords.ts';
import { endSession, endSessions, listSessions } from '../../users/sessions.ts';
import { MAX_NAME, type NewPassword, setPassword, setPerson } from '../../users/store.ts';
import { actOf, idIn, type SentForm, textOf } from '../form.ts';
import { type AdminAnswer, type AdminCall, type AdminPage, momentOf, type Shown } from '../page.ts';
import { head, textField } from '../parts.ts';
import { appPasswordsOf, makeAppPassword, revokeAppPassword } from './app-passwords.ts';
import { noted, wrongPresentPassword } from './attempt.ts';
import { passwordError } from './choose-password.ts';
import { isAsProved } from './enter.ts';
import { setWishes, wishesForm } from './mail-notices.ts';
import { browserOf, isRecent, passkeysOf, signInAgain } from './passkeys.ts';
import { languageField } from './person-fields.ts';
import { removeOwn, secondFactorOf } from './second-factor.ts';

/** Name, language, password and sessions of whoever has signed in. */
export const accountPage: AdminPage = {
  show: call => page(call),
  act: async (call, form) => actOf(ACTS, form)?.(call, form) ?? page(call),
};

const ACTS: Readonly<Record<string, (call: AdminCall, form: SentForm) => Promise<AdminAnswer>>> = {
  async person(call, sent) {
    const { language: chosen } = sent.values;
    const language = isLanguage(chosen) ? chosen : '';
    const name = singleSpaced(withoutDirections(textOf(sent, 'name')))
      .trim()
      .slice(0, MAX_NAME);
    const account = call.account!;
    await inTransaction(call.db, async db => {
      await setPerson(db, account.id, { name, language });
      const change = { from: account.name, to: name };
      if (name !== account.name) await noted({ ...call, db }, 'account-changed', account, change);
    });
    return { to: call.at('account'), notice: { done: 'saved' } };
  },
  async mails(call, sent) {
    await setWishes(call, sent);
    return { to: call.at('account'), notice: { done: 'saved' } };
  },
  async password(call, sent) {
    const { db, account, session } = call;
    const chosen = textOf(sent, 'password');
    const error = passwordError(call, account!, chosen);
    if (error) return page(call, { password: error });
    const wrong = await wrongPresentPassword(call, textOf(sent, 'present_password'));
    if (wrong) return { ...(await page(call, { present_password: wrong.error })), ...wrong };
    const hash = await hashPassword(chosen);
    const isChanged = await inTransaction(db, async db => {
      if (!(await isAsProved(db, account!))) return false;
      await setPassword(db, account!.id, hash);
      await endSessions(db, account!.id, { except: session!.id });
      await noted({ ...call, db }, 'password-changed', account!);
      return true;
    });
    if (!isChanged) return { to: call.at('signIn') };
    return { to: call.at('account'), notice: { done: 'password_changed' } };
  },
  async remove_second_factor(call, sent) {
    const answer = await removeOwn(call, sent);
    return 'error' in answer
      ? { ...(await page(call, { removing_password: answer.error })), ...answer }
      : answer;
  },
  async make_password(call, sent) {
    if (!isRecent(call)) return { to: signInAgain(call, 'account') };
    return page(call, {}, await makeAppPassword(call, sent));
  },
  async revoke_password(call, sent) {
    await revokeAppPassword(call, sent);
    return { to: call.at('account'), notice: { done: 'password_revoked' } };
  },
  async end(call, sent) {
    return endedSessions(call, await endSession(call.db, idIn(sent, 'session'), call.account!.id));
  },
  async end_others(call) {
    await endSessions(call.db, call.account!.id, { except: call.session!.id });
    return endedSessions(call);
  },
};

async function endedSessions(call: AdminCall, isEnded = true): Promise<AdminAnswer> {
  if (isEnded) await noted(call, 'sessions-ended', call.account!);
  return { to: call.at('account'), notice: { done: 'sessions_ended' } };
}

type AccountErrors = Readonly<Record<string, string>>;

async function page(
  call: AdminCall,
  errors: AccountErrors = {},
  made?: NewPassword | string,
): Promise<Shown> {
  const words = call.words.account;
  const main = html`${head(words.title)}<div class="sheet">${personForm(call)}${wishesForm(call)}${passwordForm(call, errors)}${secondFactorOf(call, errors.removing_password)}${await passkeysOf(call)}${await sessionsOf(call)}${await appPasswordsOf(call, made)}</div>`;
  const isWrong = Object.keys(errors).length > 0 || typeof made === 'string';
  return { title: words.title, main, ...(isWrong && { status: 422 }) };
}

const form = (call: AdminCall, what: string, inside: Html, button: string): Html =>
  html`<form method="post" action="${call.at('account')}">
${inside}<div class="actions"><button type="submit" class="button" name="do" value="${what}">${button}</button></div>
</form>
`;

function personForm(call: AdminCall): Html {
  const words = call.words.account;
  const { name, language } = call.account!;
  return form(
    call,
    'person',
    html`${textField({ name: 'name', label: words.name, help: words.name_help, value: name }, { autocomplete: 'name', maxlength: String(MAX_NAME) })}${languageField(call, language)}`,
    call.words.frame.save,
  );
}

function passwordForm(call: AdminCall, errors: AccountErrors): Html {
  const { account: words, choosePassword: choosing } = call.words;
  const inside = html`${textField({ name: 'present_password', label: words.present_password, error: errors.present_password }, { type: 'password', autocomplete: 'current-password', required: true })}${textField({ name: 'password', label: choosing.password, help: choosing.help, error: errors.password }, { type: 'password', autocomplete: 'new-password', required: true })}`;
  return html`<section aria-labelledby="password-title"><h2 id="password-title">${call.words.signIn.password}</h2>
${form(call, 'password', inside, words.change_password)}</section>
`;
}

async function sessionsOf(call: AdminCall): Promise<Html> {
  const words = call.words.account;
  const sessions = await listSessions(call.db, call.account!.id, call.now);
  return html`<section aria-labelledby="sessions-title"><h2 id="sessions-title">${words.sessions}</h2>
<ul class="rows">${sessions.map(session => sessionRow(session, call))}</ul>
${sessions.length > 1 && form(call, 'end_others', html``, words.end_others)}</section>
`;
}

function sessionRow({ id, device, last_used_at, last_used_from }: SessionRow, call: AdminCall): Html {
  const words = call.words.account;
  const date = momentOf(last_used_at, call);
  const end = html`<form method="post" action="${call.at('account')}"><input type="hidden" name="session" value="${id}"><button type="submit" class="button low" name="do" value="end">${words.end}<span class="hidden">: ${browserOf(device)}</span></button></form>`;
  return html`<li><p class="what"><strong>${browserOf(device)}</strong> ${id === call.session!.id && html`(${words.this_one})`}<small>${filled(words.last_used, { date })} · ${last_used_from}</small></p>${id !== call.session!.id && end}</li>`;
}
