import { createHmac } from 'node:crypto';
import type { Db } from '../db/tables.ts';
import { sameHash, storedSecret } from '../users/secrets.ts';

/** What mails are about, and when a recipient wants them: the first of these is what nobody has chosen. */
export const wishes = {
  proposals: ['daily', 'at_once', 'never'],
  decisions: ['at_once', 'never'],
  sources: ['at_once', 'never'],
} as const;
export type NoticeTopic = keyof typeof wishes;
export const topics = Object.keys(wishes) as readonly NoticeTopic[];
export type Wish<About extends NoticeTopic = NoticeTopic> = (typeof wishes)[About][number];

export const isWish = <About extends NoticeTopic>(topic: About, text: unknown): text is Wish<About> =>
  (wishes[topic] as readonly unknown[]).includes(text);

/** The column of an account that has its wish. */
export const wishColumns = {
  proposals: 'proposal_mail',
  decisions: 'decision_mail',
  sources: 'source_mail',
} as const;

/** Who gets a mail: an account, at the address that it has when it is sent, or somebody without one. */
export type Recipient =
  | { readonly user: number }
  | { readonly address: string; readonly name: string; readonly language: string };

/** A recipient and a topic, as a signed link names them: an address is hashed. */
interface MailSubscription {
  readonly recipient: string;
  readonly topic: NoticeTopic;
}

const IS_ACCOUNT = /^\d{1,15}$/;

export async function subscriptionOf(db: Db, to: Recipient, topic: NoticeTopic): Promise<MailSubscription> {
  const recipient = 'user' in to ? String(to.user) : await signed(db, `address ${to.address.toLowerCase()}`);
  return { recipient, topic };
}

/** What a link has with which anybody who got a mail ends mails of its kind. It opens nothing else, and does not expire. */
export async function tokenOf(db: Db, { recipient, topic }: MailSubscription): Promise<string> {
  const named = `${recipient}.${topic}`;
  return `${named}.${await signed(db, named)}`;
}

/** The subscription that a token of this store names. */
export async function readToken(db: Db, token: string): Promise<MailSubscription | undefined> {
  const [, named = '', recipient = '', topic = '', signature = ''] =
    /^(([\w-]{1,60})\.(\w{1,20}))\.([\w-]{43})$/.exec(token) ?? [];
  if (!sameHash(signature, await signed(db, named)) || !Object.hasOwn(wishes, topic)) return undefined;
  return { recipient, topic: topic as NoticeTopic };
}

const signed = async (db: Db, text: string): Promise<string> =>
  createHmac('sha256', await storedSecret(db, 'mail_key'))
    .update(text)
    .digest('base64url');

/** When somebody wants mails; undefined for an account that is gone. */
export async function findWish(db: Db, { recipient, topic }: MailSubscription): Promise<Wish | undefined> {
  if (IS_ACCOUNT.test(recipient)) {
    const account = db.selectFrom('users').selectAll().where('id', '=', Number(recipient));
    return (await account.where('removed_at', 'is', null).executeTakeFirst())?.[wishColumns[topic]];
  }
  const unwanted = db.selectFrom('unwanted_mail').select('topic').where('recipient', '=', recipient);
  return (await unwanted.where('topic', '=', topic).executeTakeFirst()) ? 'never' : 'at_once';
}

/** Notes when somebody wants mails. */
export async function setWish(db: Db, { recipient, topic }: MailSubscription, wish: Wish): Promise<void> {
  if (IS_ACCOUNT.test(recipient)) {
    const written = db.updateTable('users').set({ [wishColumns[topic]]: wish });
    await written.where('id', '=', Number(recipient)).execute();
  } else if (wish === 'never') {
    const unwanted = db.insertInto('unwanted_mail').values({ recipient, topic });
    await unwanted.onConflict(conflict => conflict.doNothing()).execute();
  } else {
    const wanted = db.deleteFrom('unwanted_mail').where('recipient', '=', recipient);
    await wanted.where('topic', '=', topic).execute();
  }
}
