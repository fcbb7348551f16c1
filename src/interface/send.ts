import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepFields, PLAIN } from './answer.ts';
import type { Answer } from './route.ts';

/** Sends an answer in the form that the request asked for: some of its members, an envelope, a callback. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, headers = {}, body }: Answer,
) {
  const { fields, envelope, callback } = request.asked?.form ?? PLAIN;
  reply.headers(headers);
  const kept = fields && status < 400 ? keepFields(body, fields) : body;
  const shown = envelope ? { body: kept, status, headers: { ...allowHeader(reply), ...headers } } : kept;
  const json = JSON.stringify(shown);
  reply.code(envelope ? 200 : status);
  if (callback === undefined) return reply.type('application/json; charset=utf-8').send(json);
  return reply.type('application/javascript; charset=utf-8').send(`/**/${callback}(${json})`);
}

const allowHeader = (reply: FastifyReply) =>
  reply.hasHeader('allow') ? { Allow: reply.getHeader('allow') } : {};
