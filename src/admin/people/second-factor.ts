import { encode } from 'uqr';
import { inTransaction } from '../../db/transaction.ts';
import { TooManyFailures } from '../../errors.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { siteNameIn } from '../../site/name.ts';
import { hasPasskey } from '../../users/passkeys/store.ts';
import {
  addSecondFactor,
  isKey,
  newKey,
  recoveryCodesFor,
  recoveryCodesOf,
  removeSecondFactor,
  stepOf,
  useSecondFactor,
} from '../../users/second-factor.ts';
import { findLink, takeAttempt, useLink } from '../../users/secret-links.ts';
import { failedCodes } from '../../users/security-log.ts';
import { findUserById } from '../../users/store.ts';
import { type SentForm, textOf } from '../form.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminPage,
  type Led,
  type Shown,
  withColon,
} from '../page.ts';
import { gate, textField } from '../parts.ts';
import { attempt, noted, type Wrong, wrongPresentPassword } from './attempt.ts';
import { enter, isAsProved, secretIn } from './enter.ts';
import { passkeyButton } from './passkey-sign-in.ts';
import { isRecent, signInAgain } from './passkeys.ts';

/** The second step of signing in, between password and session; for a session, setting it up. */
export const secondFactorPage: AdminPage = {
  async show(call) {
    if (secretIn(call) !== '') return askPage(call);
    if (!call.session) return { to: call.at('signIn') };
    if (await lacksPasskey(call)) return passkeyPage(call);
    if (call.account!.totp_secret === null) return isRecent(call) ? setUpPage(call, newKey()) : again(call);
    return call.viewer ? { to: call.at('account') } : enter(call, call.account!);
  },
  act: (call, sent) => (secretIn(call) === '' ? setUp(call, sent) : prove(call, sent)),
};

/** Whether a password alone has opened the session of an account with a passkey: it must not add an easier factor. */
const lacksPasskey = async ({ db, account, session }: AdminCall): Promise<boolean> =>
  account !== undefined && session!.factors < 2 && (await hasPasskey(db, account.id));

function passkeyPage(call: AdminCall): Shown {
  const words = call.words.secondFactor;
  const inside = html`${passkeyButton(call, 'sign_in')}<p class="actions"><a class="button" href="${call.at('account')}">${call.words.frame.back}</a></p>`;
  return gate(call, words.title, words.passkey, inside);
}

/** Setting up makes a new session: whoever has found an old one open may not. */
const again = (call: AdminCall): Led => ({ to: signInAgain(call, 'secondFactor') });

const HOUR = 3600;

/** Wrong codes of an account in an hour, from all networks: a million codes are not many. */
const MOST_FAILED = 20;

async function prove(call: AdminCall, sent: SentForm): Promise<AdminAnswer> {
  const { db, now, query } = call;
  const step = await findLink(db, secretIn(call), now, ['second-factor']);
  if (!step || !(await takeAttempt(db, step.link.id))) return { to: call.at('signIn') };
  const { account, link } = step;
  const secret = textOf(sent, 'code').slice(0, 100);
  const credentials = { login: account.login, secret, codeOf: account };
  const { found, wrong } = await attempt(call, credentials, async () => {
    if ((await failedCodes(db, account.id, now - HOUR)) >= MOST_FAILED) throw new TooManyFailures(HOUR);
    return inTransaction(db, async db => {
      const by = await useSecondFactor(db, account, secret, now);
      return by && (await useLink(db, link.id)) ? { by } : undefined;
    });
  });
  if (wrong)
    return { ...(await askPage(call, wrong.status === 422 ? wrongCode(call) : wrong.error)), ...wrong };
  if (found.by === 'recovery') await noted(call, 'recovery-code-used', account);
  return enter(call, account, query.get('to') ?? '', 'code');
}

const wrongCode = (call: AdminCall): string => call.words.forgotten.wrong_code;

async function askPage(call: AdminCall, error?: string): Promise<Shown> {
  const words = call.words.secondFactor;
  const step = await findLink(call.db, secretIn(call), call.now, ['second-factor']);
  const hasOne = step !== undefined && (await hasPasskey(call.db, step.account.id));
  const inside = html`${codeForm(call, error)}${hasOne && passkeyButton(call, 'sign_in', call.query.get('to') ?? '')}`;
  return gate(call, words.title, words.ask, inside);
}

function codeForm(call: AdminCall, error?: string, hidden?: Html): Html {
  const { code, go_on } = call.words.forgotten;
  const query = Object.fromEntries(call.query);
  const options = { autocomplete: 'one-time-code', class: 'middle', required: true };
  return html`<form method="post" action="${call.at('secondFactor', {}, query)}">
${hidden}${textField({ name: 'code', label: code, error }, options)}<div class="actions"><button type="submit" class="button main">${go_on}</button></div>
</form>`;
}

/** Takes the key that the page has shown, once an app shows its code. */
async function setUp(call: AdminCall, sent: SentForm): Promise<AdminAnswer> {
  const { account, db, now } = call;
  const key = textOf(sent, 'key');
  if (!account || (account.totp_secret ?? key) !== key || !isRecent(call)) return again(call);
  if (await lacksPasskey(call)) return passkeyPage(call);
  if (!isKey(key)) return setUpPage(call, newKey());
  const step = stepOf(key, textOf(sent, 'code'), now);
  if (step === undefined) return { ...setUpPage(call, key, wrongCode(call)), status: 422 };
  await inTransaction(db, async db => {
    if (await addSecondFactor(db, account.id, key, step))
      await noted({ ...call, db }, 'second-factor-added', account);
  });
  const { codes, stored } = recoveryCodesFor(key);
  // Another key came first, or some of the codes are used.
  if ((await findUserById(db, account.id))?.recovery_codes !== stored) return again(call);
  const { headers = {} } = await enter(call, { ...account, totp_secret: key }, '', 'code');
  const words = call.words.secondFactor;
  const inside = html`<ul class="codes">${codes.map(code => html`<li><code class="secret">${code}</code></li>`)}</ul>
<p class="actions"><a class="button main" href="${call.at('overview')}">${words.kept}</a></p>`;
  return { ...gate(call, words.codes, words.codes_lead, inside), headers };
}

function setUpPage(call: AdminCall, key: string, error?: string): Shown {
  const words = call.words.secondFactor;
  const site = siteNameIn(call);
  const name = encodeURIComponent(`${site}:${call.account!.login}`);
  const link = `otpauth://totp/${name}?secret=${key}&issuer=${encodeURIComponent(site)}`;
  const inside = html`${pictureOf(link, words.picture)}
<p>${withColon(words.key, call)} <code class="secret">${key.replace(/.{4}(?=.)/g, '$& ')}</code></p>
<p><a href="${link}">${words.open}</a></p>
${codeForm(call, error, html`<input type="hidden" name="key" value="${key}">\n`)}`;
  return gate(call, words.title, html`${!call.viewer && `${words.required} `}${words.set_up_lead}`, inside);
}

/** A QR code. */
function pictureOf(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}"><path d="${dark.join('')}"/></svg>`;
}

/** The second factor of whoever has signed in, at the page of the account. */
export function secondFactorOf(call: AdminCall, error?: string): Html {
  const words = call.words.secondFactor;
  const label = call.words.account.present_password;
  const left = recoveryCodesOf(call.account!).length;
  return html`<section aria-labelledby="second-title"><h2 id="second-title">${words.title}</h2>
${
  call.account!.totp_secret === null
    ? html`<p>${words.off}</p>
<p class="actions"><a class="button" href="${call.at('secondFactor')}">${words.set_up}</a></p>`
    : html`<p>${filled(words.on, { left })}</p>
<form method="post" action="${call.at('account')}">
${textField({ name: 'removing_password', label, error }, { type: 'password', autocomplete: 'current-password', required: true })}<div class="actions"><button type="submit" class="button" name="do" value="remove_second_factor">${words.remove}</button></div>
</form>`
}</section>
`;
}

/** Removes the second factor of whoever has signed in, after the present password, and begins a session without it. */
export async function removeOwn(call: AdminCall, sent: SentForm): Promise<Wrong | AdminAnswer> {
  const account = call.account!;
  const wrong = await wrongPresentPassword(call, textOf(sent, 'removing_password'));
  if (wrong) return wrong;
  await inTransaction(call.db, async db => {
    if (!(await isAsProved(db, account))) return;
    await removeSecondFactor(db, account.id);
    await noted({ ...call, db }, 'second-factor-removed', account);
  });
  return enter(call, { ...account, totp_secret: null });
}
