/** A value that is worked out when it is first asked for, and again after something that it depends on has changed. */
export class Once<Value> {
  readonly #work: () => Promise<Value>;
  #value: Promise<Value> | undefined;

  constructor(work: () => Promise<Value>) {
    this.#work = work;
  }

  get(): Promise<Value> {
    if (this.#value) return this.#value;
    const value = this.#work();
    this.#value = value;
    value.catch(() => this.forget());
    return value;
  }

  forget(): void {
    this.#value = undefined;
  }
}
