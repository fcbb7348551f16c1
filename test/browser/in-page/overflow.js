// What reaches beyond the right edge of a page that can be scrolled sideways.
() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    element => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1,
  );
  // The innermost ones are the cause.
  const causes = wide.filter(element => !wide.some(other => other !== element && element.contains(other)));
  return [`page: ${scrollWidth} > ${clientWidth}`, ...causes.map(element => element.outerHTML.slice(0, 120))];
};
