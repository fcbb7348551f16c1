import type { LongBody } from '../formats/document.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Answer } from './call.ts';
import { assertMatches, isHeld } from './conditions.ts';
import type { Exchange } from './exchange.ts';

/** A document that is sent while it is made. */
export interface LongResponse {
  readonly type: string;
  readonly headers: Record<string, string | number>;
  /** Whether caches may store it. */
  readonly isPublic: boolean;
  /** The opaque part of its entity tag; undefined if nothing identifies its content. */
  readonly tag: string | undefined;
  /** Epoch milliseconds of the first whole second with this response, if it is known. */
  readonly modified: number | undefined;
  /** Undefined if the client has it already. */
  readonly body: LongBody | undefined;
}

/**
 * The response with a long document. Its validators follow from the state of the data, not from its bytes.
 * @throws RestError 412 if the request has an If-Match that does not list its tag
 */
export function longResponseOf(
  exchange: Exchange,
  answer: Answer,
  body: LongBody,
  readModel: ReadModel | undefined,
): LongResponse {
  const { headers } = exchange.request;
  // An answer without a period depends on a password.
  const tag = answer.until === undefined ? undefined : body.tag;
  const isPublic = exchange.isPublicRead && answer.until !== undefined;
  const modified =
    isPublic && tag !== undefined && readModel ? (modifiedAt(readModel, answer) + 1) * 1000 : undefined;
  if (tag !== undefined) assertMatches(headers, tag);
  const isKnown = tag !== undefined && isHeld(headers, tag, modified);
  const type = `${answer.mediaType}; charset=utf-8`;
  return {
    ...{ type, headers: answer.headers ?? {}, isPublic, tag, modified },
    body: isKnown ? undefined : body,
  };
}

/** Epoch seconds of the last second in which the store, or the current time, changed the answer. */
export const modifiedAt = ({ changedAt, openedAt }: ReadModel, { since = 0 }: Answer): number =>
  Math.max(changedAt, openedAt, since);
