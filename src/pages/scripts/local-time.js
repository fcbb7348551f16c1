// Says the time of an event in the zone of its reader, where that is another one.
for (const line of document.querySelectorAll('[data-offset]')) {
  const { start, end, offset, text } = line.dataset;
  const [from, to] = [new Date(start), new Date(end)];
  if (-from.getTimezoneOffset() === Number(offset)) continue;
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    ...{ weekday: 'long', day: 'numeric', month: 'long' },
    ...{ hour: 'numeric', minute: '2-digit' },
  });
  line.textContent = text.replace('{value}', format.formatRange(from, to));
  line.hidden = false;
}
