import { type Html, html } from '../../lib/html.ts';
import { dayOf, eventMonth } from '../preview-cards/event-card.ts';
import type { PageEvent, PageView } from '../view.ts';
import { monthDots } from './month-dots.ts';

/** What stands for the picture of an event that has none: its day, and its month as dots, as on the link card. */
export function drawnCard(event: PageEvent, { language }: PageView): Html {
  const { weekday, number, month } = dayOf(event, language);
  return html`<div class="drawn" aria-hidden="true"><p><span>${weekday}</span> <b>${number}</b> <span>${month}</span></p>${monthOf(event)}</div>`;
}

/** The month in which an event begins, as dots of which its days stand out. */
function monthOf(event: PageEvent): Html {
  const { first, last } = eventMonth(event);
  const isOn = (date: string) => Number(date.slice(8)) >= first && Number(date.slice(8)) <= last;
  return monthDots(event.start_date.slice(0, 7), isOn);
}
