import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { fingerprintOf, flag, traits } from '../../src/read-model/index/traits.ts';

/** Makes a stored index one of a version that has another table of traits. Nothing else in its file differs. */
export function giveOtherTraits(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(fingerprintOf(traits));
  bytes.write(fingerprintOf({ ...traits, another: flag('all_day') }), at, 'latin1');
  bytes.writeUInt32LE(crc32(bytes.subarray(4)));
  writeFileSync(file, bytes);
}
