import { createHmac, randomBytes } from 'node:crypto';
import { sameHash, storedSecret } from '../../users/secrets.ts';
import type { AdminCall } from '../page.ts';

/** What a form of a proposal says of itself: when it was shown, and the secret of the private link that it will have. */
export interface Stamp {
  readonly text: string;
  /** Seconds since the form was shown. */
  readonly age: number;
  /** The name of the field that people do not see. */
  readonly trap: string;
  readonly token: string;
}

const TRAPS = ['phone2', 'company', 'fax', 'website2'] as const;

export const newStamp = async (call: AdminCall): Promise<Stamp> => {
  const shown = `${call.now}.${randomBytes(12).toString('base64url')}`;
  return (await stampIn(call, `${shown}.${await signed(call, 'form', shown)}`))!;
};

/** The stamp of a form; undefined if it is none of ours. */
export async function stampIn(call: AdminCall, text: string): Promise<Stamp | undefined> {
  const [, shown = '', at, nonce = '', mac = ''] =
    /^((\d{1,12})\.([\w-]{16}))\.([\w-]{43})$/.exec(text) ?? [];
  if (at === undefined || !sameHash(mac, await signed(call, 'form', shown))) return undefined;
  return {
    ...{ text, age: call.now - Number(at), trap: TRAPS[nonce.charCodeAt(0) % TRAPS.length]! },
    // A form that is sent twice has one link, which nobody can tell from its stamp.
    token: await signed(call, 'link', shown),
  };
}

/** What tells proposals of one network from others, without naming it. */
export const clientName = (call: AdminCall): Promise<string> => signed(call, 'client', call.client.network);

const signed = async ({ db }: AdminCall, purpose: 'form' | 'link' | 'client', text: string) =>
  createHmac('sha256', await storedSecret(db, 'proposal_key'))
    .update(`${purpose} ${text}`)
    .digest('base64url');
