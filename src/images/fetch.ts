import {
  FetchRefused,
  GuardedClient,
  type GuardedResponse,
  limitedBody,
  redirectOf,
  refusalBehind,
} from '../net/guarded-client.ts';
import { ImageRefused } from '../pictures/refused.ts';

export type FetchOptions = {
  /** Hosts (`host` or `host:port`, lower case, IPv6 in brackets) that are allowed to have private addresses. */
  allow: readonly string[];
  maxBytes: number;
  /** Milliseconds for the whole fetch, redirects and body included. */
  timeoutMs?: number;
  maxRedirects?: number;
  /** The allowed ports of hosts that are not in `allow`. */
  ports?: readonly string[];
};

const HEADERS = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': 'Almanac (+image fetch)',
};

/**
 * Fetches an http or https URL. Returns the bytes and the final URL. Connects only to hosts with public addresses, and
 * checks each redirect too. Does not check whether the bytes are an image.
 * @throws {ImageRefused} `scheme`, `port`, `address`, `status`, `too-large`, `timeout`, `unreachable` or `redirects`
 */
export async function fetchImage(
  address: string,
  { maxBytes, timeoutMs = 10_000, maxRedirects = 5, ...guard }: FetchOptions,
): Promise<{ bytes: Buffer; url: string }> {
  await using client = new GuardedClient(guard);
  const end = new AbortController();
  const deadline = setTimeout(() => end.abort(new ImageRefused('timeout')), timeoutMs);
  const { signal } = end;
  try {
    let url = webAddress(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await client.get(url, { headers: HEADERS, signal });
      const location = redirectOf(response);
      if (location === undefined) return { bytes: await bytesOf(response, maxBytes), url: url.href };
      url = webAddress(location, url);
    }
    throw new ImageRefused('redirects');
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused(refusalBehind(error)?.code ?? 'unreachable', { cause: error });
  } finally {
    clearTimeout(deadline);
  }
}

function webAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url) throw new ImageRefused('scheme');
  return url;
}

async function bytesOf(response: GuardedResponse, maxBytes: number): Promise<Buffer> {
  const { status, headers } = response;
  const encoding = headers.get('content-encoding') ?? '';
  if (status !== 200 || !/^(identity)?$/i.test(encoding)) throw new ImageRefused('status');
  if (Number(headers.get('content-length')) > maxBytes) throw new FetchRefused('too-large');
  return Buffer.concat(await Array.fromAsync(limitedBody(response, maxBytes)));
}
