// Describes the focused element; null if there is none.
() => {
  const { focusable, looks, looksOf } = window.almanacFocus;
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const rects = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const isOnTop = ({ left, top, width, height }) => {
    const hit = element.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  return {
    at: focusable.indexOf(element),
    html: element.outerHTML.replace(/\s+/g, ' ').slice(0, 100),
    shows: looksOf(element) !== looks.get(element),
    isSeen: rects.some(isOnTop),
  };
};
