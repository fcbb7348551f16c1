// Proposes the zone of the browser where nobody has chosen one, and its currency where that is the euro.
const { timeZone = '' } = Intl.DateTimeFormat().resolvedOptions();
const propose = (name, value) => {
  const field = document.querySelector(`[data-zone] [name="${name}"]`);
  if (field && value) field.value = value;
};
propose('TIME_ZONE', timeZone);
if (timeZone.startsWith('Europe/') && document.documentElement.lang !== 'en') {
  propose('CURRENCY_SYMBOL', '€');
  propose('CURRENCY_CODE', 'EUR');
}
