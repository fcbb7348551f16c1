// Describes the focused element; null if there is none.
() => {
  const { focusable, looks, looksOf } = window.almanacFocus;
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const rects = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const isOnTopAt = (x, y) => {
    const hit = element.getRootNode().elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  // Of what is a third as high as the window or more, the beginning counts as well: its middle may be anywhere.
  const isOnTop = ({ left, top, width, height }) =>
    isOnTopAt(left + width / 2, top + height / 2) ||
    (height > innerHeight / 3 && isOnTopAt(left + width / 2, top + 20));
  return {
    at: focusable.indexOf(element),
    html: element.outerHTML.replace(/\s+/g, ' ').slice(0, 100),
    shows: looksOf(element) !== looks.get(element),
    isSeen: rects.some(isOnTop),
  };
};
