import { readFileSync } from 'node:fs';
import { isTooLong } from './passwords.ts';

const MIN_PASSWORD = 12;

/** Why a password cannot be chosen. */
export type WeakPassword = 'short' | 'long' | 'common' | 'simple' | 'own_name';

/**
 * Why a password cannot be chosen; undefined for one that can. Length counts most (NIST SP 800-63B, section 3.1.1.2).
 * @param names what others know of the account: its login, its address, the name of the site
 */
export function weaknessOf(password: string, names: readonly string[]): WeakPassword | undefined {
  if ([...password.normalize('NFC')].length < MIN_PASSWORD) return 'short';
  if (isTooLong(password)) return 'long';
  const plain = folded(password);
  const parts = names.map(folded).flatMap(name => [name, ...name.split(/[^\p{L}\d]+/u)]);
  const known = parts.filter(name => name.length >= 4).sort((one, other) => other.length - one.length);
  const others = known.reduce((rest, name) => rest.replaceAll(name, ''), plain);
  if (isCommon(plain) || isCommon(others)) return 'common';
  if (isSimple(plain)) return 'simple';
  return others !== plain && trimmed(others).length < MIN_PASSWORD / 2 ? 'own_name' : undefined;
}

/** Without capitals and accents. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Without what people add to a word so that it is long enough. */
const trimmed = (text: string): string => text.replace(/^\P{L}+|\P{L}+$/gu, '');

const collapsed = (text: string): string => text.replace(/(.)\1+/gu, '$1');

/** What people write in place of letters. */
const STAND_INS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '!': 'i', '3': 'e', '€': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't' },
};

/** Whether it is a common one, also with other signs for letters, letters doubled, or more at its ends. */
const isCommon = (text: string): boolean =>
  [text, text.replace(/\P{L}+$/u, ''), trimmed(text)].some(part => {
    const letters = [...part].map(sign => STAND_INS[sign] ?? sign).join('');
    return common().has(collapsed(part)) || common().has(collapsed(letters.replace(/\P{L}/gu, '')));
  });

/** Neighbours on keyboards, and in the order of counting and spelling. */
const ROWS = [
  ...['1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ...['azertyuiop', 'qsdfghjklm', 'wxcvbn', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik', 'qazwsxedcrfvtgbyhnujmik'],
].flatMap(row => [row, [...row].reverse().join('')]);

/** Whether it repeats a few characters, or runs along a row: `passpasspass`, `111111111111`, `qwertyuiop12`. */
const isSimple = (password: string): boolean =>
  new Set(password).size < 6 ||
  /^(.{1,11}?)\1+.{0,3}$/u.test(password) ||
  collapsed(withoutRows(password)).length < MIN_PASSWORD / 2;

/** Each run of four or more neighbours as its first one. */
function withoutRows(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    let to = at + 1;
    while (to < text.length && ROWS.some(row => row.includes(text.slice(at, to + 1)))) to++;
    rest += text[at];
    at = to - at < 4 ? at + 1 : to;
  }
  return rest;
}

let known: ReadonlySet<string> | undefined;

/**
 * Words of which common passwords are made, in the languages here and among the 10,000 most common ones, and those that
 * are long enough by themselves (@zxcvbn-ts/language-common, MIT).
 */
function common(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map(collapsed),
  );
  return known;
}
