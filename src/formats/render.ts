import type { Call } from '../http/call.ts';
import { fragment, Json } from '../lib/json.ts';
import { type Members, show, write } from '../records/members.ts';
import type { View } from '../records/view.ts';

/** A record or a list in a format. */
export interface Rendered {
  readonly mediaType: string;
  /** The bytes; the object with the members if the request selects or wraps members. */
  readonly body: unknown;
}

export const JSON_TYPE = 'application/json';

/** Renders a record as JSON. Events are rendered from cached parts instead, see rendered-events.ts. */
export const render = <Row>(
  members: Members<Row>,
  record: Row,
  view: View & Pick<Call, 'whole'>,
): Rendered => ({
  mediaType: JSON_TYPE,
  body: view.whole ? new Json([fragment(write(members, record, view))]) : show(members, record, view),
});
