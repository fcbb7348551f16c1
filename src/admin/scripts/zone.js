// Proposes the zone of the browser where nobody has chosen one, and the currency that is known of it.
const form = document.querySelector('[data-zone]');
const fieldOf = name => form.querySelector(`[name="${name}"]`);
const { timeZone = '' } = Intl.DateTimeFormat().resolvedOptions();
const zone = fieldOf('TIME_ZONE');
if (zone && timeZone) {
  zone.value = timeZone;
  const known = JSON.parse(form.dataset.zone);
  const [symbol, code] = known[timeZone] ?? known[''];
  for (const [name, value] of [
    ['CURRENCY_SYMBOL', symbol],
    ['CURRENCY_CODE', code],
  ])
    if (fieldOf(name)) fieldOf(name).value = value;
}
