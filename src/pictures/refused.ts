const MESSAGES = {
  scheme: 'The image must be given as a complete http or https address, without user name and password.',
  address: 'The image lies at an address that is not public.',
  port: 'The address of the image names a port that is not 80, 443 or 8080.',
  status: 'No image was found at the address.',
  'too-large': 'The image file is too large.',
  timeout: 'Fetching the image took too long.',
  unreachable: 'The image could not be fetched from its address.',
  redirects: 'The address of the image redirects too many times.',
  'not-an-image': 'The file is not a complete JPEG, PNG, GIF, WebP or AVIF image.',
  heic: 'The file is a HEIC image, as phones make them. Send it as JPEG.',
  'too-many-pixels': 'The image has too many pixels.',
  'too-many-frames': 'The image has too many frames or scans.',
  'too-costly': 'The image takes too much memory or time to decode.',
} as const;

export type RefusalCode = keyof typeof MESSAGES;

/** The refusal of an image. `code` is stable, `message` is for the person who sent it, `cause` is for the log. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, options?: ErrorOptions) {
    super(MESSAGES[code], options);
    this.code = code;
  }
}
