import { eventInLanguage } from '../../events/in-language.ts';
import { visiblePart } from '../../events/visible-part.ts';
import type { EventFormat } from '../event-format.ts';
import { eventNode } from './event-node.ts';
import { nodeWriter } from './graph.ts';

/** JSON-LD with the vocabulary of schema.org. */
export const jsonLd: EventFormat = {
  suffix: 'jsonld',
  mediaType: 'application/ld+json',
  extent: 'page',
  window: 'list',
  showsSeries: true,
  open(list) {
    const { begin, node, end } = nodeWriter(list);
    return {
      begin,
      event: (shown, event) =>
        node(eventNode(visiblePart(shown, eventInLanguage(event, list.view)), list.view)),
      end,
    };
  },
};
