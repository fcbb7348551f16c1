import type { UserRow } from '../../db/tables.ts';
import { SignInFailed, TooManyFailures } from '../../errors.ts';
import { asRestError } from '../../http/domain-errors.ts';
import { errorHeaders } from '../../http/errors.ts';
import { filled } from '../../i18n/say.ts';
import { FairQueue, Overloaded } from '../../lib/fair-queue.ts';
import { MAX_PASSWORDS_WAITING } from '../../limits.ts';
import type { Credentials } from '../../users/auth.ts';
import { isPassword } from '../../users/passwords.ts';
import { note, noteFailure, type SecurityEntry } from '../../users/security-log.ts';
import type { AdminCall, Shown } from '../page.ts';

/** Why somebody has not proved who they are, and with what the page answers. */
export interface Wrong extends Pick<Shown, 'headers'> {
  readonly error: string;
  readonly status: number;
}

type Attempted<Found> =
  | { readonly found: Found; readonly wrong?: never }
  | { readonly found?: never; readonly wrong: Wrong };

interface SignInAttempt extends Required<Credentials> {
  /** The account whose code is given after its password. */
  readonly codeOf?: UserRow;
}

/** One after the other: guesses that are sent at once are counted as those that follow each other. Networks take turns. */
const attempts = new FairQueue<string>({
  mostWaiting: MAX_PASSWORDS_WAITING,
  mostInAll: MAX_PASSWORDS_WAITING,
});

/**
 * Lets somebody prove who they are. Whoever guesses must wait, wherever it is, and the log of security tells it.
 * @param prove what was proved; undefined for nothing
 */
export async function attempt<Found extends object>(
  call: AdminCall,
  given: SignInAttempt,
  prove: () => Promise<Found | undefined>,
): Promise<Attempted<Found>> {
  const words = call.words.signIn;
  try {
    return await attempts.run(call.client.network, () => attemptNow(call, given, prove));
  } catch (error) {
    if (!(error instanceof TooManyFailures || error instanceof Overloaded)) throw error;
    const known = asRestError(error, 'POST');
    const why = error instanceof Overloaded ? words.busy : filled(words.wait, { wait: error.wait });
    return { wrong: { error: why, status: known.status, headers: errorHeaders(known) } };
  }
}

async function attemptNow<Found extends object>(
  { db, now, client, signIns, words }: AdminCall,
  { login, secret, codeOf }: SignInAttempt,
  prove: () => Promise<Found | undefined>,
): Promise<Attempted<Found>> {
  try {
    // Codes are counted apart: a right password, which whoever guesses the code knows, forgets wrong ones.
    const counted = { login: codeOf ? `${login}\n` : login, secret };
    const found = await signIns.attempt(counted, client, async () => {
      const proved = await prove();
      if (!proved) throw new SignInFailed('incorrect_password');
      return proved;
    });
    return { found };
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    const what = codeOf ? 'code-failed' : 'sign-in-failed';
    const account = { login, ...(codeOf && { id: codeOf.id }) };
    await noteFailure(db, { at: now, what, account, from: client.address });
    return { wrong: { error: words.signIn.wrong, status: 422 } };
  }
}

/** What is wrong with what somebody who has signed in has typed as the present password; undefined for nothing. */
export async function wrongPresentPassword(call: AdminCall, secret: string): Promise<Wrong | undefined> {
  const { login, password_hash } = call.account!;
  const prove = async () => ((await isPassword(secret, password_hash)) ? {} : undefined);
  const { wrong } = await attempt(call, { login, secret }, prove);
  return wrong?.status === 422 ? { ...wrong, error: call.words.account.wrong_password } : wrong;
}

/** Notes in the log of security what somebody does to an account at the administration. */
export const noted = (
  { now, client, db }: Pick<AdminCall, 'now' | 'client' | 'db'>,
  what: SecurityEntry['what'],
  { id, login }: UserRow,
  details: SecurityEntry['details'] = {},
): Promise<void> => note(db, { at: now, what, account: { id, login }, from: client.address, details });
