/** The settings of a service that shows the sample calendar. */
export const SAMPLE_SETTINGS = {
  SITE_NAME: 'Agenda de Vilaserena',
  LANGUAGE: 'ca',
  TIME_ZONE: 'Europe/Madrid',
  CURRENCY_SYMBOL: '€',
  CURRENCY_CODE: 'EUR',
};
