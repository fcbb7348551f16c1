import { InvalidValue, Refused } from '../errors.ts';
import type { Declared } from '../http/operation.ts';
import type { DescribedRoute } from '../http/route.ts';
import { interfaceWords, imageUploadWords as words } from '../i18n/messages.ts';
import { described, HREF, ref } from '../input/schemas.ts';
import { FORMATS } from '../pictures/formats.ts';
import { IMAGES_PATH } from '../site/address.ts';
import { mayAddImages } from '../users/rights.ts';

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' };
const types = [...new Set(Object.values(FORMATS).map(({ mime }) => mime))];

/** The declaration of uploads, for the documentation and the right; images.ts handles them. */
export const upload: Declared = {
  methods: ['POST'],
  id: 'uploadImage',
  words: words.upload,
  arguments: {},
  content: {
    ...Object.fromEntries(types.map(type => [type, {}])),
    'multipart/form-data': { type: 'object', required: ['file'], properties: { file: FILE } },
  },
  may: mayAddImages,
  answers: {
    ...{ status: 201, schema: ref('Image') },
    headers: { Location: described(HREF, interfaceWords.header_location) },
    errors: [new InvalidValue('file', new Refused('image_not-an-image')), 400, 401, 403],
  },
};

export const uploadRoute: DescribedRoute = {
  ...{ root: IMAGES_PATH, path: '', section: 'images', operations: [upload] },
};
