import type { PasskeyRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { siteNameIn } from '../../site/name.ts';
import { newChallenge, userHandle } from '../../users/passkeys/challenges.ts';
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from '../../users/passkeys/store.ts';
import { algorithms, PasskeyRefused, type RelyingParty } from '../../users/passkeys/webauthn.ts';
import { idIn, type SentForm, textOf } from '../form.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminPage,
  json,
  momentOf,
  type SentDocument,
} from '../page.ts';
import { fold, textField } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { noted } from './attempt.ts';
import { answerIn, passkeyButton, passkeyPlace, problemText, refusal, VERIFIED } from './passkey-sign-in.ts';

/**
 * The passkeys of whoever has signed in: GET gives a script what the browser asks the authenticator, POST adds, renames
 * and removes. The list stands on the page of the account.
 */
export const passkeysPage: AdminPage = {
  async show(call) {
    const place = passkeyPlace(call);
    return place && call.wantsJson ? creation(call, place) : { to: call.at('account') };
  },
  async act(call, form) {
    const { db, account } = call;
    const user = account!.id;
    const id = idIn(form, 'passkey');
    if (form.values.do === 'rename') {
      const name = textOf(form, `name_${id}`).trim().slice(0, MAX_PASSKEY_NAME);
      if (name !== '') await renamePasskey(db, user, id, name);
      return { to: call.at('account'), notice: { done: 'saved' } };
    }
    if (!isRecent(call)) return refusal(call, { error: call.words.passkeys.recent, status: 422 }, 'account');
    if (form.values.do !== 'remove') return add(call, form);
    await inTransaction(db, async db => {
      const name = await removePasskey(db, user, id);
      if (name !== undefined) await noted({ ...call, db }, 'passkey-removed', account!, { name });
    });
    return { to: call.at('account'), notice: { done: 'passkey_removed' } };
  },
};

/** Seconds after signing in during which passkeys are added and removed: a session that was left open does not do it. */
const RECENT = 15 * 60;

/** Characters of the name of a passkey. */
const MAX_PASSKEY_NAME = 60;

export const isRecent = ({ now, session }: AdminCall): boolean =>
  Math.abs(now - session!.created_at) < RECENT;

/** Where one signs in once more, and comes back to a page. */
export const signInAgain = (call: AdminCall, page: 'account' | 'secondFactor' | 'people'): string =>
  call.at('signIn', {}, { again: 1, to: call.at(page) });

/** What stands in place of that which needs a recent sign-in. */
export const againLink = (call: AdminCall): Html =>
  html`<p class="actions"><a class="button" href="${signInAgain(call, 'account')}">${call.words.passkeys.recent}</a></p>
`;

async function creation(call: AdminCall, { rpId }: RelyingParty): Promise<SentDocument> {
  const { db, now } = call;
  const { id, login, name } = call.account!;
  const excluded = (await listPasskeys(db, id)).map(({ credential }) => credential);
  return json({
    publicKey: {
      challenge: await newChallenge(db, `add ${id}`, now),
      rp: { id: rpId, name: siteNameIn(call) },
      user: { id: await userHandle(db, id), name: login, displayName: name || login },
      pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
      excludeCredentials: excluded.map(id => ({ type: 'public-key', id })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: VERIFIED.userVerification },
      attestation: 'none',
      timeout: VERIFIED.timeout,
    },
  });
}

async function add(call: AdminCall, sent: SentForm): Promise<AdminAnswer> {
  const { db, account, now, device } = call;
  const place = passkeyPlace(call);
  if (!place) return problemPage(404, call);
  const name = browserOf(device);
  try {
    await inTransaction(db, async db => {
      await addPasskey(db, answerIn(sent), { user_id: account!.id, name, place, now });
      await noted({ ...call, db }, 'passkey-added', account!, { name });
    });
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error;
    return refusal(call, { error: problemText(error.problem, call), status: 422 }, 'account');
  }
  return { to: call.at('account'), notice: { done: 'passkey_added' } };
}

/** The passkeys of an account on its page: their list, and after a recent sign-in what adds one. */
export async function passkeysOf(call: AdminCall): Promise<Html> {
  const place = passkeyPlace(call);
  const passkeys = await listPasskeys(call.db, call.account!.id);
  if (!place && passkeys.length === 0) return NOTHING;
  const words = call.words.passkeys;
  return html`<section aria-labelledby="passkeys-title"><h2 id="passkeys-title">${words.title}</h2>
${
  place &&
  html`<p>${filled(words.lead, { name: place.rpId })}</p>
`
}${passkeys.map(passkey => row(passkey, call))}${
  isRecent(call) ? passkeyButton(call, 'add') : againLink(call)
}</section>
`;
}

function row({ id, name, created_at, last_used_at }: PasskeyRow, call: AdminCall): Html {
  const words = call.words.passkeys;
  const dated = (text: string, time: number) => filled(text, { date: momentOf(time, call) });
  const used = last_used_at === null ? words.unused : dated(call.words.account.last_used, last_used_at);
  const value = `${dated(words.added, created_at)} · ${used}`;
  const field = { name: `name_${id}`, label: call.words.account.name, value: name };
  const remove = html`<button type="submit" class="button low" name="do" value="remove">${words.remove}</button>`;
  return fold(
    call,
    { key: name, value },
    html`<form method="post" action="${call.at('passkeys')}"><input type="hidden" name="passkey" value="${id}">
${textField(field, { maxlength: String(MAX_PASSKEY_NAME), autocomplete: 'off' })}<div class="actions"><button type="submit" class="button" name="do" value="rename">${words.rename}</button>${isRecent(call) && remove}</div>
</form>
`,
  );
}

/** A browser and its system, from what it says of itself: `Firefox, Linux`. */
export function browserOf(device: string): string {
  const named = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([name]) => device.includes(name))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(', ') || device.slice(0, 60) || '?';
}

/** What browsers call themselves; those that also name another one come first. */
const BROWSERS = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'Firefox/': 'Firefox',
  'Chrome/': 'Chrome',
  'Safari/': 'Safari',
};
const SYSTEMS = {
  ...{ Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', 'Mac OS X': 'macOS' },
  ...{ CrOS: 'ChromeOS', Linux: 'Linux' },
};
