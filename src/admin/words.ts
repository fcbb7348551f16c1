import type { BareCall } from '../http/call.ts';
import { adminWords } from '../i18n/admin/words.ts';
import { formatMoment } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import { toWall } from '../lib/time/zones.ts';

/** A label before what it names. */
export const withColon = (label: string, { language }: Pick<BareCall, 'language'>): string =>
  filled(adminWords(language).frame.label, { label });

/** Why the interface refuses a member, with the label of its field in place of the member's name. */
export function withLabel(refused: string, member: string, label: string): string {
  const rest = refused.startsWith(member) && /^\s?: /.exec(refused.slice(member.length));
  const why = rest ? refused.slice(member.length + rest[0].length) : refused;
  return why.replace(member, label);
}

/** An instant in epoch seconds, in full, as the zone of the site has it. */
export const momentOf = (
  epoch: number,
  { language, config }: Pick<BareCall, 'language' | 'config'>,
): string => formatMoment(toWall(epoch, config.TIME_ZONE.id), language);
