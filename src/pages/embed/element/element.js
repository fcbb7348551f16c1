/* global SITE */
import { dayOf, sayMonth } from './dates.js';
import { create } from './dom.js';
import { failureView, listView, skeletonOf } from './list.js';
import { monthView } from './month.js';
import { completed, findMonth, findPage } from './requests.js';
import { ATTRIBUTES, say, settingsOf } from './settings.js';

/** Milliseconds after which a service that does not answer counts as away. */
const PATIENCE = 20_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(SITE.styles);

class AlmanacCalendar extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #content = create('div');
  #status = create('p', { class: 'hidden', role: 'status' });
  #slot = create('slot');
  #root = create('div', { class: 'root', part: 'calendar' }, this.#content, this.#status, this.#slot);
  /** The load under way. */
  #load;
  #isDue = false;
  /** The month to which the reader has turned. */
  #turned;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.#root);
  }

  connectedCallback() {
    this.#schedule();
  }

  disconnectedCallback() {
    this.#load?.abort();
    this.#load = undefined;
  }

  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (name === 'month' || name === 'view') this.#turned = undefined;
    this.#schedule();
  }

  /** Attributes that change together cause one load. */
  #schedule() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#show();
    });
  }

  #show() {
    const settings = settingsOf(this);
    this.#root.lang = settings.lang;
    const isMonth = settings.view === 'month';
    // What stands below the element stays in its place meanwhile.
    this.#replace(
      isMonth ? this.#monthView(settings) : skeletonOf(settings),
      `${this.#content.getBoundingClientRect().height}px`,
    );
    this.#during(settings, async signal => {
      const known = await completed(settings, signal);
      await (isMonth ? this.#showMonth(known, signal) : this.#showList(known, signal));
    });
  }

  async #showMonth(settings, signal) {
    const found = await findMonth(settings, this.#monthOf(settings), signal);
    signal.throwIfAborted();
    this.#replace(this.#monthView(settings, found));
    const name = sayMonth(settings, this.#monthOf(settings));
    const isEmpty = found.days.size + found.lasting.length === 0;
    this.#status.textContent = say(settings, isEmpty ? 'noneInMonth' : 'eventsOf', { month: name });
  }

  #monthView(settings, found) {
    return monthView(settings, this.#monthOf(settings), found, month => {
      this.#turned = month;
      this.#show();
    });
  }

  #monthOf({ month, zone }) {
    return this.#turned ?? month ?? dayOf(new Date(), zone).slice(0, 7);
  }

  async #showList(settings, signal, before = [], page = 1) {
    const { events, total, total_pages } = await findPage(settings, page, signal);
    signal.throwIfAborted();
    const known = new Set(before.map(({ id }) => id));
    const all = [...before, ...events.filter(({ id }) => !known.has(id))];
    const showMore = () => this.#during(settings, again => this.#showList(settings, again, all, page + 1));
    this.#replace(listView(settings, all, page < total_pages && showMore));
    this.#status.textContent = total > 0 ? say(settings, 'shown', { count: all.length, total }) : '';
    if (page > 1) this.#content.querySelectorAll('a.link')[before.length]?.focus();
  }

  /** Carries out a load. It takes the place of an earlier one and ends with the element. */
  async #during(settings, work) {
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    const timer = setTimeout(() => load.abort(), PATIENCE);
    this.#root.ariaBusy = 'true';
    this.#status.textContent = say(settings, 'loading');
    try {
      await work(load.signal);
    } catch (error) {
      if (this.#load === load) this.#fail(settings, error);
    } finally {
      clearTimeout(timer);
      if (this.#load === load) this.#root.ariaBusy = 'false';
    }
  }

  #fail(settings, error) {
    console.warn(`<almanac-calendar>: ${error.message}`);
    this.#status.textContent = '';
    const hasOwn = [...this.children].some(({ localName }) => localName !== 'noscript');
    this.#replace(failureView(settings, error, hasOwn, () => this.#show()));
    this.#slot.hidden = false;
  }

  /** Shows other content. The focus stays on the control that caused it. */
  #replace(content, height = '') {
    const { control } = this.shadowRoot.activeElement?.dataset ?? {};
    this.#slot.hidden = true;
    this.#content.style.minBlockSize = height;
    this.#content.replaceChildren(create('div', {}, content));
    if (control) this.#content.querySelector(`[data-control=${control}]`)?.focus();
  }
}

if (!customElements.get('almanac-calendar')) customElements.define('almanac-calendar', AlmanacCalendar);
