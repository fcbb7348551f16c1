import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Etags, expectedTags, preconditionFailed, weakly } from './conditions.ts';
import { codings } from './encodings.ts';
import { etagOf, listedEtags } from './etag.ts';
import type { Answer } from './route.ts';
import { sendShaped, shape } from './send.ts';

/**
 * Sends what was read, where the framework answers: a single record with its tag, or 304 where the client has it
 * already; 412 where it has to match a tag and does not.
 */
export async function sendRead(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers: Record<string, string | number>,
): Promise<FastifyReply> {
  const { 'if-match': match, 'if-none-match': noneMatch = '' } = request.headers;
  const shaped = await shape(request.requestContext.shape, answer, headers);
  if (answer.state !== undefined || match !== undefined) {
    const tag = etagOf(answer, shaped.body);
    if (match !== undefined && !include(expectedTags(match), tag)) throw preconditionFailed();
    reply.header('etag', `"${tag}"`);
    if (include(weakly(listedEtags(noneMatch) ?? []), tag)) return reply.code(304).send();
  }
  return sendShaped(reply, shaped);
}

/** Whether one of the tags is this one, in whichever coding. */
const include = (tags: Etags, opaque: string): boolean =>
  tags === '*' ||
  tags.some(tag => tag === `"${opaque}"` || codings.some(coding => tag === `"${opaque}-${coding}"`));
