import { createRequire } from 'node:module';
import type * as Nodemailer from 'nodemailer';
import { type Config, ConfigError } from '../config.ts';
import { isMailAddress } from '../lib/text/addresses.ts';

/** The settings by which mail is sent. */
export type MailSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'SITE_URL' | 'SITE_NAME'>;

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** An address that ends such mails by one POST (RFC 8058). */
  readonly unsubscribe?: string;
  /** What the mail is called: one that is sent twice has the same name. */
  readonly id?: string;
}

/** Whether mail is sent at all. */
export const sendsMail = ({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): boolean => SMTP_URL !== '';

/**
 * Checks what mail needs once all settings are known.
 * @throws ConfigError without SITE_URL: links would name whatever host a request has asked for
 */
export function assertMailable({ SMTP_URL, SITE_URL }: Pick<Config, 'SMTP_URL' | 'SITE_URL'>): void {
  if (SMTP_URL !== '' && SITE_URL === '')
    throw new ConfigError('SMTP_URL: expected with SITE_URL, which the links in mails begin with');
}

/** Milliseconds to wait for the mail server. */
const TIMEOUT = 15_000;

/**
 * Sends a mail. Its address is given as one, never as a text that may hold several.
 * @throws Error if the address is none, or the server does not take the mail
 */
export async function sendMail(settings: MailSettings, mail: Mail, timeout = TIMEOUT): Promise<void> {
  const { to, subject, text, unsubscribe, id } = mail;
  if (!isMailAddress(to.address)) throw new Error('the account has no e-mail address that can be used');
  const { SMTP_URL, MAIL_FROM, SITE_URL, SITE_NAME } = settings;
  const host = new URL(SITE_URL).hostname;
  const transport = library().createTransport(SMTP_URL, {});
  const from = { name: line(SITE_NAME || host), address: MAIL_FROM || `almanac@${host}` };
  const oneClick = unsubscribe !== undefined && {
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  try {
    await transport.sendMail({
      ...{ from, to: { name: line(to.name), address: to.address }, subject: line(subject), text },
      ...(id !== undefined && { messageId: `<${id}@${host}>` }),
      // Nobody answers a program, and no program shall.
      headers: { 'Auto-Submitted': 'auto-generated', ...oneClick },
      ...{ disableFileAccess: true, disableUrlAccess: true, signal: AbortSignal.timeout(timeout) },
    });
  } finally {
    transport.close();
  }
}

/** A text in one line. */
const line = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, 200);

let loaded: typeof Nodemailer | undefined;

/** Loaded with the first mail. */
function library(): typeof Nodemailer {
  loaded ??= createRequire(import.meta.url)('nodemailer') as typeof Nodemailer;
  return loaded;
}
