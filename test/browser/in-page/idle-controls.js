// Visible controls that do nothing in a page without scripts.
() => {
  const isVisible = element => element.checkVisibility({ visibilityProperty: true });
  const isIdle = {
    button: button => !button.form || button.type === 'button',
    a: link => !link.hasAttribute('href') || /^(#|javascript:)?$/.test(link.getAttribute('href')),
    select: field => !field.form?.querySelector('button:not([type=button]), [type=submit]'),
    input: field => !field.form?.querySelector('button:not([type=button]), [type=submit]'),
  };
  return [...document.querySelectorAll(Object.keys(isIdle).join())]
    .filter(element => isVisible(element) && isIdle[element.localName](element))
    .map(element => element.outerHTML.slice(0, 120));
};
