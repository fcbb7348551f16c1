import type { OperationContext } from '../input/context.ts';
import type { View } from '../records/view.ts';
import { addressIn } from '../site/address.ts';
import { structuredData } from './json-ld/event.ts';

type Shown = Pick<OperationContext, 'address' | 'config' | 'viewer' | 'language' | 'textLanguage'> &
  Pick<View, 'showsTranslations'>;

/** The view of a record in a list, or in the answer to a write. */
export const listedView = <C extends Shown>(call: C, point?: View['point']) =>
  ({ ...call, address: addressOfLinks(call), single: false, point }) as const;

/** The view of a single record. */
export const singleView = <C extends Shown>(call: C) =>
  ({ ...call, address: addressOfLinks(call), single: true, structuredData }) as const;

/** Links of records stay in the language of the request, also if a parameter names it. */
const addressOfLinks = ({ address, textLanguage }: Shown) => addressIn(address, textLanguage);
