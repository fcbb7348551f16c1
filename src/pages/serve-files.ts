import { isUnavailable } from '../db/errors.ts';
import { noRoute } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { FileRoute, ServedFile } from '../http/files.ts';
import { designOf } from '../site/design.ts';
import { iconPath, SITE_FILES } from '../site/file-address.ts';
import { type SiteFile, siteFileType, versionOf } from '../site/files.ts';
import { ICON_SIZES, type IconSize } from '../site/icon.ts';

/** The operator's files, and the icons of the site. */
export function siteFileRoutes(): FileRoute[] {
  const iconRoutes = ICON_SIZES.map(size => ({
    path: iconPath(size),
    find: (_params: object, exchange: Exchange) => iconIn(size, exchange),
  }));
  return [
    {
      path: `${SITE_FILES}*`,
      async find({ '*': name = '' }, exchange) {
        const file = designOf(exchange.config).files.get(name);
        if (!file) throw noRoute();
        return opened(file, exchange);
      },
    },
    ...iconRoutes,
    {
      // Browsers look for it where no page names another icon, as beside a document of a calendar.
      path: '/favicon.ico',
      async find(_, exchange) {
        const { file, isVector } = designOf(exchange.config).icon;
        return file && isVector ? opened(file, exchange) : iconIn(ICON_SIZES[0], exchange);
      },
    },
  ];
}

async function iconIn(size: IconSize, exchange: Exchange): Promise<ServedFile> {
  const { icon } = designOf(exchange.config);
  const content = await icon.png(size);
  return { ...caching(icon, exchange), type: 'image/png', size: content.length, content };
}

async function opened(file: SiteFile, exchange: Exchange): Promise<ServedFile> {
  const { handle, stats } = await file.open().catch(error => {
    throw isUnavailable(error) ? error : noRoute();
  });
  const type = siteFileType(file.name)!;
  return {
    // The file may have changed since the folder was looked through.
    ...{ ...caching({ version: versionOf(file.name, stats) }, exchange), type, policy: policyOf(type) },
    ...{ modified: stats.mtimeMs, size: stats.size, content: handle },
  };
}

/** The address of a version is for good. */
function caching({ version }: { readonly version: string }, { url }: Exchange) {
  const [, query = ''] = url.split('?', 2);
  const isVersion = new URLSearchParams(query).get('v') === version;
  return { tag: version, caching: isVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache' };
}

/** A picture that is opened by itself runs nothing. Browsers show a PDF in a viewer, which a sandbox would stop. */
const policyOf = (type: string): string =>
  type === 'application/pdf'
    ? "frame-ancestors 'self'"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox";
