import type { Language } from '../i18n/language.ts';
import { type Texts, textIn } from './town.ts';

const NAME: Texts = [
  'Agenda de Vilaserena',
  'What’s on in Vilaserena',
  'Agenda de Vilaserena',
  'Agenda de Vilaserena',
];

/** The settings of a service that shows the town. */
export const demoSettings = (language: Language) => ({
  SITE_NAME: textIn(language, NAME),
  LANGUAGE: language,
  TIME_ZONE: 'Europe/Madrid',
  CURRENCY_SYMBOL: '€',
  CURRENCY_CODE: 'EUR',
});
