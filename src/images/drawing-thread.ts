import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerRequests } from '../lib/threads.ts';
import type { DrawingRequest } from './drawing.ts';
import { FORMATS, loadSharp } from './formats.ts';
import { drawCard } from './preview-cards/draw.ts';

type WebpRequest = Extract<DrawingRequest, { webp: unknown }>['webp'];

async function convert({ folder, full, size }: WebpRequest): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(await readFile(join(folder, full)));
  // The thumbnail is cropped; of the others only the rounding differs.
  const sized = size ? image.resize(...size, { fit: 'cover' }) : image;
  return FORMATS.webp.encode(sized, QUALITY).toBuffer();
}

/** It looks like the JPEG of a size. */
const QUALITY = 75;

answerRequests<DrawingRequest>(
  // A copy, because the library may own the memory.
  async request => new Uint8Array(await ('card' in request ? drawCard(request.card) : convert(request.webp))),
  bytes => [(bytes as Uint8Array<ArrayBuffer>).buffer],
);
