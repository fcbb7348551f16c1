import type { IncomingHttpHeaders } from 'node:http';
import { hasBody } from '../lib/http-server.ts';
import { type RestError, refusal } from './errors.ts';

/**
 * Why the body of a request cannot be read as it is coded, if it cannot: 501 for a transfer coding but `chunked`
 * (RFC 9112, 6.1), 415 for a content coding. Node.js undoes `chunked` alone, and nothing here undoes another one.
 */
export function unsupportedCoding(headers: IncomingHttpHeaders): RestError | undefined {
  const { 'transfer-encoding': transfer = '', 'content-encoding': content = '' } = headers;
  const transfers = codingsIn(transfer);
  if (transfers.length > 1 || transfers.some(coding => coding !== 'chunked'))
    return unsupportedTransferEncoding();
  if (hasBody(headers) && codingsIn(content).some(coding => coding !== 'identity'))
    return unsupportedContentEncoding();
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
