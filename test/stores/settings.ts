/** The settings of the services that make and open the stores. */
export const SETTINGS = {
  ...{ SITE_URL: 'https://calendar.example', SITE_NAME: 'Agenda de Vic', LANGUAGE: 'ca' },
  ...{ TIME_ZONE: 'Europe/Madrid', CURRENCY_SYMBOL: '€' },
};
export const { SITE_URL } = SETTINGS;

/** When the records of the stores were written. */
export const MADE = Date.UTC(2026, 10, 2, 9);
/** When the stores are opened again, and asked. */
export const ASKED = Date.UTC(2026, 10, 20, 9);
