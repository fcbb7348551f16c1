import type { Document } from '../document.ts';
import type { Moment } from './secrets.ts';

/** What requests are made of. */
export interface Material {
  /** Of what is asked for. */
  documents: readonly Document[];
  /** What is in the store. */
  moment: Moment;
  /** A marked text that nothing else is. */
  mark(): string;
  /** Marked texts that are in the store. */
  marks: readonly string[];
  /** Names that venues and organizers have. */
  names: readonly string[];
  /** Tags that answers had. */
  tags: string[];
  /** The password of protected events may be offered. */
  opens: boolean;
}
