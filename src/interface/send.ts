import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Form, keepFields, PLAIN } from './answer.ts';
import { bytesOf, Json, part } from './json.ts';
import type { Answer } from './route.ts';

/** An answer as it goes over the wire. */
export interface Shaped {
  status: number;
  headers: Record<string, string | number>;
  body: Json;
}

/**
 * An answer in the form that the request asked for: some of its members, an envelope, a callback.
 * @param headers those that the answer has anyway; an envelope repeats which methods are allowed
 */
export function shape(
  { fields, envelope, callback }: Form,
  { status = 200, headers: own = {}, body }: Answer,
  headers: Record<string, string | number> = {},
): Shaped {
  const json = body instanceof Json ? body : new Json([part(JSON.stringify(formed()))]);
  const type = callback === undefined ? 'application/json' : 'application/javascript';
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

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers?: Record<string, string | number>,
): FastifyReply {
  const shaped = shape(request.asked?.form ?? PLAIN, answer, headers);
  return reply.code(shaped.status).headers(shaped.headers).send(bytesOf(shaped.body));
}
