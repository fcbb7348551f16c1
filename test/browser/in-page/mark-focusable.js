// Remembers what can take the focus, in the order of the document, and how it looks without; describes it.
() => {
  const PROPERTIES = ['boxShadow', 'backgroundColor', 'color', 'borderTopColor', 'borderTopWidth', 'opacity'];
  const MORE = ['textDecorationLine', 'textDecorationThickness', 'textDecorationColor'];
  const outlineOf = ({ outlineStyle, outlineWidth, outlineColor }) =>
    outlineStyle === 'none' || outlineWidth === '0px' || /^rgba\(.*, 0\)$/.test(outlineColor)
      ? 'none'
      : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  const lookOf = element =>
    [null, '::before', '::after'].map(pseudo => {
      const style = getComputedStyle(element, pseudo);
      return [outlineOf(style), ...[...PROPERTIES, ...MORE].map(name => style[name])].join(' ');
    });
  // The focus may be shown by what surrounds an element.
  const looksOf = element =>
    [element, element.parentElement, element.parentElement?.parentElement]
      .filter(one => one)
      .flatMap(lookOf)
      .join('\n');
  const canTakeFocus = element =>
    element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true });
  const candidates = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]';
  const within = root =>
    [...root.querySelectorAll('*')].flatMap(element => [
      ...(element.matches(candidates) && canTakeFocus(element) ? [element] : []),
      ...(element.shadowRoot ? within(element.shadowRoot) : []),
    ]);
  const focusable = within(document);
  const looks = new Map(focusable.map(element => [element, looksOf(element)]));
  window.almanacFocus = { focusable, looks, looksOf };
  return focusable.map(element => element.outerHTML.replace(/\s+/g, ' ').slice(0, 100));
};
