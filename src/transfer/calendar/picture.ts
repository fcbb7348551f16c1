import { hash } from 'node:crypto';
import type { JsonObject } from '../../lib/objects.ts';
import type { Properties, Property } from './properties.ts';

/** The picture of an event: the address of one or, if it lies within the file, its bytes. */
export function readEventPicture(properties: Properties, maxBytes: number): JsonObject | undefined {
  const all = [...(properties.get('IMAGE') ?? []), ...(properties.get('ATTACH') ?? [])];
  for (const property of all) {
    const picture = isPicture(property) && pictureIn(property, maxBytes);
    if (picture) return picture;
  }
  return undefined;
}

export function isPicture({ name, params, values }: Property): boolean {
  const type = params.fmttype;
  if (type) return /^image\/(?:jpeg|jpg|pjpeg|png|gif|webp|avif)$/i.test(type);
  const value = values.join(',');
  return name === 'IMAGE' || PICTURE_NAME.test(params.filename ?? '') || PICTURE_NAME.test(pathOf(value));
}

const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp|avif)$/i;

const pathOf = (value: string): string => URL.parse(value)?.pathname ?? value;

function pictureIn({ params, type, values }: Property, maxBytes: number): JsonObject | undefined {
  const value = values.join(',').trim();
  if (/^https?:\/\/\S+$/i.test(value)) return { url: value };
  const [, inAddress] = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(value) ?? [];
  const isInline = inAddress !== undefined || type === 'binary' || /^base64$/i.test(params.encoding ?? '');
  const data = isInline ? (inAddress ?? value).replace(/\s+/g, '') : '';
  if (data === '' || data.length > maxBytes * 1.4 || !/^[A-Za-z0-9+/=]+$/.test(data)) return undefined;
  return { url: `inline:${hash('sha256', data, 'base64url').slice(0, 22)}`, data };
}
