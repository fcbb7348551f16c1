import { hash } from 'node:crypto';

/** A digest of 27 characters, of which entity tags are made. */
export const digestOf = (text: string | Buffer): string => hash('sha1', text, 'base64url');
