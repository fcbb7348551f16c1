/**
 * Makes an element. Its values are attributes, or listeners if they are functions; undefined and false ones are left
 * out. They never become HTML.
 */
export function create(name, values = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if ((value ?? false) !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** The address, if it is one of the web: others, such as `javascript:`, are no links. */
export function webAddress(address) {
  try {
    const { protocol, href } = new URL(address);
    if (/^https?:$/.test(protocol)) return href;
  } catch {}
}
