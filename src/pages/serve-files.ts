import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isUnavailable } from '../db/errors.ts';
import { isHeld } from '../http/conditions.ts';
import { noRoute } from '../http/errors.ts';
import { designOf } from '../site/design.ts';
import { iconPath, SITE_FILES } from '../site/file-address.ts';
import type { SiteFile } from '../site/files.ts';
import { ICON_SIZES, type IconSize } from '../site/icon.ts';
import { siteFileType } from '../site/media-types.ts';

/** Serves the operator's files, and the icons of the site. */
export function serveSiteFiles(app: FastifyInstance, config: Config): void {
  app.get(`${SITE_FILES}*`, async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    const file = designOf(config).files.get(name);
    if (!file) throw noRoute();
    return sendFile(request, reply, file);
  });
  for (const size of ICON_SIZES) app.get(iconPath(size), (request, reply) => sendIcon(request, reply, size));
  // Browsers look for it where no page names another icon, as beside a document of a calendar.
  app.get('/favicon.ico', (request, reply) => {
    const { file, isVector } = designOf(config).icon;
    return file && isVector ? sendFile(request, reply, file) : sendIcon(request, reply, ICON_SIZES[0]);
  });

  async function sendIcon(request: FastifyRequest, reply: FastifyReply, size: IconSize) {
    const { icon } = designOf(config);
    if (isKept(request, reply, icon.version)) return reply.code(304).send();
    return reply.type('image/png').send(await icon.png(size));
  }
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  const { handle, stats } = await file.open().catch(error => {
    throw isUnavailable(error) ? error : noRoute();
  });
  if (isKept(request, reply, file.version)) {
    await handle.close();
    return reply.code(304).send();
  }
  const type = siteFileType(file.name)!;
  reply.headers({ 'content-length': stats.size, 'content-security-policy': policyOf(type) });
  return reply.type(type).send(handle.createReadStream());
}

/** Adds the headers for caches; whether the client has the content already. The address of a version is for good. */
function isKept({ query, headers }: FastifyRequest, reply: FastifyReply, version: string): boolean {
  const isVersion = (query as { v?: unknown }).v === version;
  // Search engines may list what the operator shows.
  reply.removeHeader('x-robots-tag').headers({
    etag: `"${version}"`,
    'cache-control': isVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  });
  return isHeld(headers, version);
}

/** A picture that is opened by itself runs nothing. Browsers show a PDF in a viewer, which a sandbox would stop. */
const policyOf = (type: string): string =>
  type === 'application/pdf'
    ? "frame-ancestors 'self'"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox";
