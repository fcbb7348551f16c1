import { sayTime, sayTimes } from '../../i18n/time-of-day.js';

const { lang } = document.documentElement;

// Says the time of an event in the zone of its reader, where that is another one.
for (const line of document.querySelectorAll('[data-offset]')) {
  const { start, end, offset, text } = line.dataset;
  const times = JSON.parse(line.dataset.times);
  const [from, to] = [start, end].map(date => momentOf(new Date(date)));
  if (-new Date(start).getTimezoneOffset() === Number(offset)) continue;
  const value =
    from.day === to.day
      ? `${from.day}, ${sayTimes(times, from.time, to.time).join('')}`
      : [from, to].map(({ day, time }) => `${day}, ${sayTime(times, time)}`).join(' – ');
  line.textContent = text.replace('{value}', value);
  line.hidden = false;
}

function momentOf(date) {
  const day = { weekday: 'long', day: 'numeric', month: 'long' };
  return {
    day: date.toLocaleDateString(lang === 'en' ? 'en-GB' : lang, day),
    time: date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
  };
}
