import { attribute, type Html, html } from '../../lib/html.ts';
import { parsedJson } from '../../lib/objects.ts';
import { CHALLENGE_LIFETIME, newChallenge } from '../../users/passkeys/challenges.ts';
import { findPasskey, usePasskey } from '../../users/passkeys/store.ts';
import { PasskeyRefused, type RelyingParty } from '../../users/passkeys/webauthn.ts';
import { findUserById } from '../../users/store.ts';
import { type SentForm, textOf } from '../form.ts';
import { type AdminCall, type AdminPage, json, type Shown } from '../page.ts';
import { gate } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { attempt, noted, type Wrong } from './attempt.ts';
import { enter } from './enter.ts';

/** Signing in with a passkey: GET gives a script what the browser asks the authenticator, POST takes its answer. */
export const passkeySignInPage: AdminPage = {
  async show(call) {
    const place = passkeyPlace(call);
    if (!place || !call.wantsJson) return { to: call.at('signIn') };
    const challenge = await newChallenge(call.db, 'sign-in', call.now);
    return json({ publicKey: { challenge, rpId: place.rpId, ...VERIFIED } });
  },
  async act(call, sent) {
    const place = passkeyPlace(call);
    if (!place) return problemPage(404, call);
    const { found, wrong } = await prove(call, place, answerIn(sent));
    return found ? enter(call, found, textOf(sent, 'to'), 'passkey') : refusal(call, wrong, 'signIn');
  },
};

/** What is asked each time: a passkey stands for the password and for a second factor. */
export const VERIFIED = { userVerification: 'required', timeout: CHALLENGE_LIFETIME * 1000 } as const;

/**
 * The name that passkeys belong to: that of SITE_URL if it is https, also behind a proxy that names another host; else
 * localhost. Browsers make none for addresses of numbers and on plain http of other names.
 */
export function passkeyPlace({ config, scheme, host }: AdminCall): RelyingParty | undefined {
  if (config.SITE_URL.startsWith('https:')) {
    const { hostname, origin } = new URL(config.SITE_URL);
    return /^[\d.]+$|^\[/.test(hostname) ? undefined : { rpId: hostname, origin };
  }
  if (scheme !== 'http' || !/^localhost(?::\d+)?$/.test(host)) return undefined;
  return { rpId: 'localhost', origin: new URL(`http://${host}`).origin };
}

/** What the browser says of a passkey. */
export const answerIn = (sent: SentForm): unknown => parsedJson(textOf(sent, 'credential'));

/** The account that signs in, or what is wrong. Guesses are slowed as those of its password. */
async function prove(call: AdminCall, place: RelyingParty, answer: unknown) {
  const { db, now } = call;
  let problem: string | undefined;
  const refused = (error: unknown): undefined => {
    if (!(error instanceof PasskeyRefused)) throw error;
    problem = error.problem;
  };
  const passkey = await findPasskey(db, answer).catch(refused);
  const account = passkey && (await findUserById(db, passkey.user_id));
  const credentials = { login: account?.login ?? '', secret: JSON.stringify(answer) };
  const use = () => passkey && usePasskey(db, answer, passkey, { place, now }).then(() => account, refused);
  const { found, wrong } = await attempt(call, credentials, async () => use());
  if (problem === 'uses') await noted(call, 'passkey-refused', account!);
  const error = problem && wrong?.status === 422 ? problemText(problem, call) : wrong?.error;
  return found ? { found } : { wrong: { ...wrong!, error: error! } };
}

export function problemText(problem: string, call: AdminCall): string {
  const words = call.words.passkeys;
  return problem === 'unknown' || problem === 'known' ? words[problem] : words.refused;
}

/** What a script reads as the problem, and others as a page. */
export function refusal(call: AdminCall, { error, ...wrong }: Wrong, back: 'signIn' | 'account'): Shown {
  const { title } = call.words.passkeys;
  const inside = html`<p class="actions"><a class="button" href="${call.at(back)}">${call.words.frame.back}</a></p>`;
  return { ...gate(call, title, error, inside), ...wrong, problem: error };
}

/**
 * A button for a passkey, which its script shows where it works.
 * @param to where signing in leads
 */
export function passkeyButton(call: AdminCall, does: 'add' | 'sign_in', to?: string): Html | undefined {
  const place = passkeyPlace(call);
  const words = call.words.passkeys;
  const address = call.at(does === 'add' ? 'passkeys' : 'passkeySignIn');
  return (
    place &&
    html`<div data-passkey="${address}" data-origin="${place.origin}" data-refused="${words.refused}" data-known="${words.known}"${attribute('data-to', to)} hidden>
${does === 'sign_in' && html`<p class="or">${words.or}</p>\n`}<p class="actions"><button type="button" class="button${does === 'sign_in' && ' wide'}">${words[does]}</button></p>
<p class="error" role="alert" hidden></p>
</div>
`
  );
}
