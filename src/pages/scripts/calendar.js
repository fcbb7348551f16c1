// Escape hides the preview of an event until the pointer or the focus comes back to it (WCAG 1.4.13).
const SHOWN = ':is(.entry, .bar):is(:hover, :focus-within)';

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const entry of document.querySelectorAll(SHOWN)) {
    entry.classList.add('is-dismissed');
    const again = () => {
      if (!entry.matches(SHOWN)) entry.classList.remove('is-dismissed');
    };
    for (const left of ['pointerleave', 'focusout'])
      entry.addEventListener(left, () => setTimeout(again), { once: true });
  }
});
