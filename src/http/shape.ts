import { fragment, Json, jsonOf } from '../lib/json.ts';
import { resumeWork } from '../observability/blocking.ts';
import type { Answer } from './call.ts';
import { DEFAULT_SHAPE, keepFields, type ResponseShape } from './response-shape.ts';

/** An answer as it goes over the wire. */
export interface ShapedResponse {
  status: number;
  headers: Record<string, string | number>;
  body: Json;
}

/**
 * An answer in the form that the request asked for: some of its members, an envelope, a callback. A text of another media
 * type has none of these.
 * @param headers those that the answer has anyway; an envelope repeats which methods are allowed
 */
export async function shape(
  wanted: ResponseShape,
  { status = 200, headers: own = {}, body, mediaType = 'application/json' }: Answer,
  headers: Record<string, string | number> = {},
): Promise<ShapedResponse> {
  resumeWork();
  const isText = mediaType !== 'application/json' && typeof body === 'string';
  const { fields, envelope, callback } = isText ? DEFAULT_SHAPE : wanted;
  const json = body instanceof Json ? body : isText ? new Json([fragment(body)]) : await jsonOf(formed());
  const type = callback === undefined ? mediaType : 'application/javascript';
  return {
    status: envelope ? 200 : status,
    headers: { ...headers, ...own, 'content-type': `${type}; charset=utf-8` },
    body: callback === undefined ? json : json.calledBy(callback),
  };

  function formed(): unknown {
    const kept = fields && status < 400 ? keepFields(body, fields) : body;
    const allow = headers.allow === undefined ? {} : { Allow: headers.allow };
    return envelope ? { body: kept, status, headers: { ...allow, ...own } } : kept;
  }
}

/** Bytes from which on an answer is sent some at a time. */
export const STREAMED = 1_048_576;
