import type { Language } from '../../i18n/language.ts';
import type { AdminCall } from '../page.ts';
import { atTexts, lacksTexts, type Translatable, translationPageOf } from '../translations.ts';
import { findImage, writeImage } from './image.ts';
import { EVENTS, findEvent, type ListedEvent } from './record.ts';

/** The texts that are translated, in the order of the form. */
const NAMES = ['title', 'description', 'excerpt', 'status_reason', 'website', 'alt_text'] as const;
type TranslatedName = (typeof NAMES)[number];

/** The texts of an event beside those in another language. */
export const translationPage = translationPageOf(async (call, to): Promise<Translatable | undefined> => {
  const found = await findEvent(call);
  if (!found) return undefined;
  const { event } = found;
  const image = event.image ? await findImage(call, event.image.id) : undefined;
  const { website, url } = event;
  const own: Readonly<Partial<Record<TranslatedName, unknown>>> = {
    ...{ ...event, website: website === url ? '' : website },
    alt_text: image?.alt_text,
  };
  const translation = { ...event.translations[to], alt_text: image?.translations?.[to]?.alt_text };
  const texts = NAMES.map(name => ({
    ...{ name, label: labelOf(name, call), isLong: name === 'description' || name === 'excerpt' },
    ...{
      original: String(own[name] ?? ''),
      stored: (translation as Partial<Record<string, string>>)[name] ?? '',
    },
  }));
  return {
    ...event,
    ...{ title: event.title || call.words.eventForm.untitled, section: 'events', texts },
    ...{
      form: call.at('event', { id: event.id }),
      addressIn: to => call.at('translation', { id: event.id, to }),
      counted: countedIn(event),
    },
    async write({ alt_text, ...own }, status) {
      const members = { translations: { [to]: { ...own, status } } };
      const written = await call.ask('PATCH', `${EVENTS}/${event.id}`, members);
      if (written.refused) return atTexts(written.refused, texts);
      const { id } = event.image || { id: 0 };
      const untold =
        alt_text !== undefined &&
        id > 0 &&
        (await writeImage(call, id, { translations: { [to]: { alt_text } } }));
      return untold ? { alt_text: untold } : undefined;
    },
  };
});

/** The texts that a translation needs. */
export const countedIn = ({ title, description, status_reason = '' }: ListedEvent) => ({
  ...{ title, description, status_reason },
});

/** Whether a translation lacks a text, or is not published. */
export const lacks = (event: ListedEvent, to: Language): boolean => lacksTexts(countedIn(event), event, to);

function labelOf(name: TranslatedName, call: AdminCall): string {
  const form = call.words.eventForm;
  if (name === 'excerpt') return call.words.eventTranslation.excerpt;
  return name === 'description' ? form.text : form[name];
}
