import { fragment, Json, jsonOf } from '../lib/json.ts';
import { resumeWork } from '../observability/blocking.ts';
import type { Answer } from './call.ts';
import { DEFAULT_SHAPE, keepFields, type ResponseShape } from './response-shape.ts';

export interface ShapedResponse {
  status: number;
  headers: Record<string, string | number>;
  body: Json;
}

/**
 * Shapes an answer as requested: keeps some of its members, adds an envelope or a JSONP callback. A text of another
 * media type stays as it is.
 * @param headers other headers of the response; an envelope repeats `Allow`
 */
export async function shape(
  wanted: ResponseShape,
  { status = 200, headers: own = {}, body, mediaType = 'application/json' }: Answer,
  headers: Record<string, string | number> = {},
): Promise<ShapedResponse> {
  resumeWork();
  const isText = mediaType !== 'application/json';
  const { fields, envelope, callback } = isText ? DEFAULT_SHAPE : wanted;
  const json =
    body instanceof Json ? body : isText ? new Json([fragment(String(body))]) : await jsonOf(formed());
  const type = callback === undefined ? mediaType : 'application/javascript';
  return {
    status: envelope ? 200 : status,
    headers: { ...headers, ...own, 'content-type': isImage(type) ? type : `${type}; charset=utf-8` },
    body: callback === undefined ? json : json.calledBy(callback),
  };

  function formed(): unknown {
    const kept = fields && status < 400 ? keepFields(body, fields) : body;
    const allow = headers.allow === undefined ? {} : { Allow: headers.allow };
    return envelope ? { body: kept, status, headers: { ...allow, ...own } } : kept;
  }
}

const isImage = (mediaType: string): boolean => mediaType.startsWith('image/');

/** Bytes from which a body is sent in pieces: a client that does not read keeps one of them in memory. */
export const STREAMED = 131_072;
