import { decodedUri } from '../lib/text/addresses.ts';
import { MAX_ADDRESS } from '../limits.ts';

/**
 * The base name of an image URL or an uploaded file, without extension: at most 80 characters of `a-z`, `0-9` and
 * single hyphens; `image` if nothing remains.
 */
export function safeFileName(nameOrUrl: string): string {
  const short = nameOrUrl.slice(-MAX_ADDRESS);
  const url = URL.parse(short);
  const path = url && /^https?:$/.test(url.protocol) ? decodedUri(url.pathname) : short;
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).slice(-1000);
  const slug = base
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, letter => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/%[0-9a-f]{2}|[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 81)
    .replace(/^-/, '')
    .slice(0, 80)
    .replace(/-$/, '');
  return slug || 'image';
}

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
