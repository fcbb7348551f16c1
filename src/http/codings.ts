import type { IncomingHttpHeaders } from 'node:http';
import { hasBody } from '../lib/http-server.ts';
import { type RestError, refusal } from './errors.ts';

/**
 * The error for a body in a coding that is not supported: 501 for a transfer coding other than `chunked` (RFC 9112,
 * 6.1), 415 for a content coding. Node.js decodes `chunked` only, and the service decodes no other.
 */
export function unsupportedCoding(headers: IncomingHttpHeaders): RestError | undefined {
  if (!hasBody(headers)) return undefined;
  const { 'transfer-encoding': transfer = '', 'content-encoding': content = '' } = headers;
  const transfers = codingsIn(transfer);
  if (transfers.length > 1 || transfers.some(coding => coding !== 'chunked'))
    return unsupportedTransferEncoding();
  if (codingsIn(content).some(coding => coding !== 'identity')) return unsupportedContentEncoding();
  return undefined;
}

const codingsIn = (header: string): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => coding !== '');

export const unsupportedTransferEncoding = () => refusal(501, 'rest_unsupported_transfer_encoding');

export const unsupportedContentEncoding = () => refusal(415, 'rest_unsupported_content_encoding');
