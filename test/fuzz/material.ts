import type { Document } from '../document.ts';
import type { Moment } from './secrets.ts';

/** The material of requests. */
export interface Material {
  /** The documents of the requested operations. */
  documents: readonly Document[];
  /** The content of the store. */
  moment: Moment;
  /** A new marked text. */
  mark(): string;
  /** Marked texts in the store. */
  marks: readonly string[];
  /** Names of venues and organizers. */
  names: readonly string[];
  /** Etags of responses. */
  tags: string[];
  /** Whether requests may send the password of protected events. */
  opens: boolean;
}
