import { filledBytes, type Shape, shown } from './candidate.ts';

/** The first bytes of files of these kinds. */
const MAGIC: Record<string, Buffer> = {
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  'image/gif': Buffer.from('GIF89a\x10\x00\x10\x00\xf0\x00\x00\0\0\0\xff\xff\xff', 'latin1'),
  'image/webp': Buffer.from(
    'RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\x00\x00\x00\x02\0\0\0\xff\0\0\xff\0\0',
    'latin1',
  ),
  'image/avif': Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'),
};

/** Small blocks of files of any of these kinds, which may be repeated. */
const BLOCKS: Record<string, string> = {
  'an empty chunk of PNG': '\0\0\0\0tEXt\xc2\xf1\x1a\xd5',
  'a frame of an animated PNG': '\0\0\0\x1afcTL\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\0\0\0\0\0\0\x01\0\x01\0\0',
  'a segment of JPEG': '\xff\xe1\0\x02',
  'a scan of JPEG': '\xff\xda\0\x08\x01\x01\0\0\x3f\0',
  'a frame of GIF': '\x21\xf9\x04\0\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0',
  'a sub-block of GIF': '\x21\xfe\x01x',
  'a frame of WebP': 'ANMF\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0VP8L\x08\0\0\0',
  'a box of AVIF': '\0\0\0\x08free',
  zeros: '\0',
  ones: '\xff',
};

/** The head of a PNG that claims this size. */
const claiming = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    MAGIC['image/png']!,
    Buffer.from('\0\0\0\x0dIHDR', 'latin1'),
    size,
    Buffer.from('\x08\x02\0\0\0', 'latin1'),
  ]);
};

/** Uploads of this size that are not images, or images that take long to inspect. */
export function pictureShapes(size: number): Shape[] {
  const raw = Object.entries(MAGIC).flatMap(([type, magic]) =>
    Object.entries(BLOCKS).map(
      ([name, block]): Shape => ({
        about: `${type}, ${name} again and again, ${size} bytes`,
        type,
        body: () => Buffer.concat([magic, Buffer.alloc(size - magic.length, block, 'latin1')]),
      }),
    ),
  );
  const sizes = [
    [1, 1],
    [65_535, 1],
    [65_535, 65_535],
    [2 ** 31 - 1, 1],
  ].map(
    ([width = 0, height = 0]): Shape => ({
      about: `a PNG that claims ${width} × ${height} pixels`,
      type: 'image/png',
      body: () => Buffer.concat([claiming(width, height), filledBytes('\0\0\0\0tEXt', 1000)]),
    }),
  );
  const texts = ['<svg>', '<g>', '<!ENTITY a "aaaaaaaaaa">', 'x'].map(
    (piece): Shape => ({
      about: `an SVG of ${shown(piece)}`,
      type: 'image/svg+xml',
      body: () =>
        Buffer.concat([
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'),
          filledBytes(piece, size - 100),
        ]),
    }),
  );
  return [...raw, ...sizes, ...texts, ...raw.filter((_, at) => at % 7 === 0).map(asFile)];
}

/** The same as the file of a form. */
const asFile = ({ about, type, body }: Shape): Shape => ({
  about: `multipart, ${about}`,
  type: 'multipart/form-data; boundary=y',
  body: attempt =>
    Buffer.concat([
      Buffer.from(
        `--y\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      body(attempt),
      Buffer.from('\r\n--y--\r\n'),
    ]),
});
