/** What can be pressed, stands alone and is lower than a thumb is wide; and times that break within a word. */
() => {
  const isLow = target => {
    const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
    // Links in a text are as high as its lines, and the title of a card is pressed anywhere on it.
    const isAlone = !target.closest('.card-facts, .event-facts, .map-attribution');
    const isInline = getComputedStyle(target).display === 'inline';
    const coversMore = getComputedStyle(target, '::after').position === 'absolute';
    return width > 1 && height > 1 && height < 43.5 && isAlone && !isInline && !coversMore;
  };
  const brokenWords = function* (part) {
    const range = document.createRange();
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const { index, 0: word } of texts.currentNode.data.matchAll(/[\p{L}\d.’]+/gu)) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) yield `breaks within a word: ${word}`;
      }
  };
  const targets = document.querySelectorAll('a, button, summary, select, input:not([type=hidden])');
  const low = [...targets].filter(isLow).map(target => `is low: ${target.outerHTML.slice(0, 160)}`);
  const times = document.querySelectorAll('.entry-when, .card-when, .lead-when');
  return [...low, ...[...times].flatMap(part => [...brokenWords(part)])];
};
