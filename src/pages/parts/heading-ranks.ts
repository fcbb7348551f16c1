/** Headings below those of the page, in an order without gaps. */
export class HeadingRanks {
  readonly #top: number;
  readonly #open: number[] = [];

  constructor(top: number) {
    this.#top = top;
  }

  open(rank: number): number {
    while (this.#open.length > 0 && this.#open.at(-1)! >= rank) this.#open.pop();
    this.#open.push(rank);
    return this.current;
  }

  get current(): number {
    return Math.min(this.#top + this.#open.length - 1, 6);
  }
}
