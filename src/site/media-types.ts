/** The media types of the operator's files that are served. None of them runs anything in a page of the service. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  pdf: 'application/pdf',
};

/** The media type of a file by its name; undefined if such files are not served. */
export const siteFileType = (name: string): string | undefined =>
  TYPES[/\.([A-Za-z\d]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
