import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bytesOf, Json, jsonOf } from '../lib/json.ts';
import { chunksFor } from '../net/unsent.ts';
import { resumeWork } from '../observability/blocking.ts';
import { DEFAULT_SHAPE, keepFields, type ResponseShape } from './response-shape.ts';
import type { Answer } from './route.ts';

/** An answer as it goes over the wire. */
export interface ShapedResponse {
  status: number;
  headers: Record<string, string | number>;
  body: Json;
}

/**
 * An answer in the form that the request asked for: some of its members, an envelope, a callback.
 * @param headers those that the answer has anyway; an envelope repeats which methods are allowed
 */
export async function shape(
  { fields, envelope, callback }: ResponseShape,
  { status = 200, headers: own = {}, body, mediaType = 'application/json' }: Answer,
  headers: Record<string, string | number> = {},
): Promise<ShapedResponse> {
  resumeWork();
  const json = body instanceof Json ? body : await jsonOf(formed());
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

export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers?: Record<string, string | number>,
): Promise<FastifyReply> {
  const shaped = await shape(request.requestContext?.shape ?? DEFAULT_SHAPE, answer, headers);
  return sendShaped(reply, shaped);
}

/** Bytes from which on an answer is sent some at a time. */
export const STREAMED = 1_048_576;

export function sendShaped(reply: FastifyReply, { status, headers, body }: ShapedResponse): FastifyReply {
  reply.code(status).headers(headers);
  if (body.length < STREAMED) return reply.send(bytesOf(body));
  return reply
    .header('content-length', body.length)
    .send(Readable.from(chunksFor(reply.request.raw.socket, body)));
}
