import type { Owner } from '../background/background.ts';
import { PreparedTexts } from '../background/texts.ts';
import type { VersionedType } from '../db/tables.ts';
import { isTaxonomy } from '../kinds.ts';
import { allTextsOf } from '../records/translations/stored.ts';
import type { RecordState } from './versions.ts';

/** Converts the long texts of a state for its restoration; without a state, no texts. */
export async function preparedTexts(
  owner: Owner,
  type: VersionedType,
  state: RecordState | undefined,
): Promise<PreparedTexts> {
  const texts = new PreparedTexts();
  const { translations } = (state ?? {}) as { translations?: string };
  const sent = (['description', 'excerpt'] as const).flatMap(name =>
    [state?.[name], ...allTextsOf(translations, name)].filter(text => typeof text === 'string'),
  );
  const cleaned = isTaxonomy(type) ? 'termText' : 'richText';
  await texts.prepare(owner, cleaned, sent);
  if (type === 'event')
    await texts.prepare(
      owner,
      'searchable',
      sent.map(text => texts.get(cleaned, text)),
    );
  return texts;
}
