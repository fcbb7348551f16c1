// How languages write times of day, in the service as in the scripts of its pages.

/** A time of day, such as `20:30`: `20.30 h`. */
export function sayTime({ whole, past, apart }, time) {
  const [hour, minute] = time.split(':');
  const values = { hour: +hour, minute, half: hour < 12 ? 'am' : 'pm', hour12: hour % 12 || 12 };
  // The hour of midnight alone could be taken for noon.
  return (minute > 0 || (apart && hour < 1) ? past : whole).replace(
    /\{(\w+)\}/g,
    (_, value) => values[value],
  );
}

/**
 * A span of times in its pieces: `de `, `19`, ` a `, `20.30 h`. What follows the digits of both is said once.
 * @returns what stands before the start, the start, what stands between, and the end; the end alone if it is the start
 */
export function sayTimes(grammar, from, to) {
  const { span, elided, apart, midnight } = grammar;
  const start = sayTime(grammar, from);
  if (from === to) return ['', '', '', start];
  const end = (to === '00:00' && midnight) || sayTime(grammar, to);
  const [mark] = /\D*$/.exec(end);
  // Twelve o’clock is clear with its half of the day alone.
  const isShared = start.endsWith(mark) && !(apart && (from >= to || /^(00|12)/.test(from)));
  const said = elided && /^[01]1/.test(from) ? elided : isShared ? span : (apart ?? span);
  const [before, between] = said.split(/\{\w+\}/);
  return [before, isShared ? start.slice(0, start.length - mark.length) : start, between, end];
}
