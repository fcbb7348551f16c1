import { pick, type Random } from '../../bench/random.ts';
import type { Who } from '../properties/asking.ts';
import { around, V1 } from './around.ts';
import { documented } from './from-document.ts';
import { broken, invented, upload } from './from-nothing.ts';
import type { Material } from './material.ts';
import { pageRequest } from './pages.ts';
import type { Request } from './request.ts';

/**
 * A request of any kind by one of these readers.
 * @param sign gives the credentials of malformed requests; without it there are no malformed requests, and no
 * uploads, whose file names are random
 */
export function anyRequest(
  random: Random,
  material: Material,
  readers: readonly Who[],
  sign?: (who: Who) => string | undefined,
): Request {
  const who = pick(random, readers);
  const kind = random();
  if (kind < 0.03 && sign) return broken(random, material, who, sign(who));
  if (kind < 0.035 && sign) return upload(random, who);
  if (kind < 0.3) return sendable(pageRequest(random, material, who));
  if (kind < 0.75) return sendable(around(random, material, documented(random, material, who)));
  const odd = invented(random, material, who);
  if (kind < 0.9) return sendable(odd);
  // Odd surroundings are only for paths below the namespace.
  const below = odd.path.startsWith(V1) ? { ...odd, path: odd.path.slice(V1.length) } : odd;
  return sendable(around(random, material, below));
}

/** Removes what the client refuses to write into the request line. */
function sendable(request: Request): Request {
  const written = (text: string) => text.replace(/[^\u0021-\u00ff]|#/g, encodeURIComponent);
  return { ...request, path: written(request.path) || '/', query: request.query.map(written) };
}
