import type { OperationContext } from '../input/context.ts';
import type { Point } from '../lib/geo.ts';
import { designOf } from '../site/design.ts';
import type { PublishedType } from './table.ts';

/** What the JSON of a record depends on besides the record. */
export type View = Pick<OperationContext, 'address' | 'config' | 'viewer' | 'language' | 'textLanguage'> & {
  /** Whether records show all their translations to viewers who may edit them. */
  readonly showsTranslations?: boolean | undefined;
  /** The point of the request, to which events show their distance. */
  readonly point?: Point | undefined;
} & (
    | {
        /** The record is in a list, or in the answer to a write. */
        readonly single: false;
      }
    | {
        /** The record is read by itself, with its structured data. */
        readonly single: true;
        readonly structuredData: StructuredData;
      }
  );

/** The structured data (schema.org) of records, by type. */
export type StructuredData = Readonly<Record<PublishedType, StructuredValue>>;

export interface StructuredValue {
  /** @param record a record of this type */
  of(record: object, view: View): object;
  json(record: object, view: View): string;
}

/**
 * A cache key of the view, for records that are shown to the public. A view with a point, or with translations, has
 * none.
 */
export const nameOfView = ({ single, language, textLanguage, address, config }: View): string =>
  `${designOf(config).version} ${single ? 'single' : 'list'} ${language} ${textLanguage ?? ''} ${address.api}`;
