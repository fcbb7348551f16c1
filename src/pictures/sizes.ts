/** A smaller size of an image. */
export interface SmallerSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Whether its edges are cut off where the image has another form. */
  readonly isCropped: boolean;
}

/** The smaller sizes of an image, in the order of answers; none that is not smaller. */
export function smallerSizes(image: { readonly width: number; readonly height: number }): SmallerSize[] {
  return SIZES.flatMap(({ name, isCropped = false, ...box }) => {
    const size = isCropped ? cropped(image, box) : fitted(image, box);
    // Rounding may make a copy one pixel smaller, which is useless.
    const isUseless = image.width - size.width <= 1 && image.height - size.height <= 1;
    return isUseless ? [] : [{ name, isCropped, ...size }];
  });
}

interface PictureBox {
  readonly width: number;
  readonly height: number;
}

const SIZES: readonly (PictureBox & { readonly name: string; readonly isCropped?: true })[] = [
  { name: 'medium', width: 300, height: 300 },
  { name: 'large', width: 1024, height: 1024 },
  { name: 'thumbnail', width: 150, height: 150, isCropped: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY },
  { name: '1536x1536', width: 1536, height: 1536 },
  { name: '2048x2048', width: 2048, height: 2048 },
];

const cropped = (image: PictureBox, box: PictureBox): PictureBox => ({
  width: Math.min(image.width, box.width),
  height: Math.min(image.height, box.height),
});

function fitted(image: PictureBox, box: PictureBox): PictureBox {
  const scale = Math.min(1, box.width / image.width, box.height / image.height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(image.width), height: scaled(image.height) };
}
