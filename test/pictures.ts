import sharp from 'sharp';
import { openWeb, type Web } from './web.ts';

/** A plain image of this size. */
export async function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' = 'png',
): Promise<Buffer<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background: '#369' } });
  return Buffer.from(await image.toFormat(format).toBuffer());
}

/** A web server of images on this machine. */
export interface Gallery extends Web {
  /** The requested paths, in order. */
  asked: string[];
}

/**
 * Serves a small PNG at every path, except that `/none…` is 404, `/text…` is not an image, and `/to?ADDRESS` is a
 * redirect. Paths that begin with `/slow` wait for `slow`.
 */
export async function openGallery(slow: () => Promise<unknown> = async () => {}): Promise<Gallery> {
  const png = await picture(40, 30);
  const asked: string[] = [];
  const web = await openWeb(async (request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    if (path.startsWith('/slow')) await slow();
    if (path.startsWith('/none')) response.writeHead(404).end();
    else if (path.startsWith('/text'))
      response.writeHead(200, { 'content-type': 'image/png' }).end('no picture');
    else if (path.startsWith('/to?')) response.writeHead(302, { location: path.slice(4) }).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  });
  return { ...web, asked };
}
