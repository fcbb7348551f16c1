// Draws the pictures of the sample calendar into a folder, in a process of its own: a service switches the decoder of
// SVG off for its whole process.
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureNames, svgOf } from './pictures.ts';

const folder = process.argv[2]!;
for (const name of pictureNames)
  await sharp(Buffer.from(svgOf(name)))
    .jpeg({ quality: 82 })
    .toFile(join(folder, `${name}.jpg`));
