import type { Call } from '../http/call.ts';
import type { PublishedType } from './table.ts';

/** What the showing of a record depends on, besides the record. */
export type View = Pick<Call, 'address' | 'config' | 'viewer' | 'language'> &
  (
    | {
        /** The record is in a list, or the echo of a write. */
        readonly single: false;
      }
    | {
        /** The record is asked for by itself: what it is in other words goes with it. */
        readonly single: true;
        readonly structuredData: StructuredData;
      }
  );

/** How records are described in the terms of schema.org, by their types. */
export type StructuredData = Readonly<Record<PublishedType, StructuredValue>>;

export interface StructuredValue {
  /** @param record of this very type */
  of(record: object, view: View): object;
  json(record: object, view: View): string;
}

/** What distinguishes how one view shows a record to everybody from how others do. */
export const nameOfView = ({ single, language, address }: View): string =>
  `${single ? 'single' : 'list'} ${language} ${address.api}`;
