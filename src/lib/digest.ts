import { hash } from 'node:crypto';

/** A digest of 27 characters, used for etags. */
export const digestOf = (text: string | Buffer): string => hash('sha1', text, 'base64url');
