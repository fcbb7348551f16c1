import { combine, lasting, type ProcessSamples, type Samples } from '../lib/metric-samples.ts';

/** What workers that have ended have counted: without it, the counters of the service would decrease. */
export class GoneMetrics {
  /** The last metrics that each worker has sent. */
  readonly #last = new Map<number, ProcessSamples>();
  #gone: Samples[] = [];

  /** Keeps the metrics that a worker has sent. */
  keep(pid: number, samples: ProcessSamples): void {
    this.#last.set(pid, samples);
  }

  /** Adds the metrics of a worker that has ended. */
  add(pid: number): void {
    const samples = lasting(this.#last.get(pid)?.samples ?? []);
    this.#last.delete(pid);
    this.#gone = combine([this.samples, { worker: undefined, samples }]);
  }

  get samples(): ProcessSamples {
    return { worker: undefined, samples: this.#gone };
  }
}
