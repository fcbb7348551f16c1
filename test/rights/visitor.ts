import assert from 'node:assert/strict';
import { caller, type Reply } from '../client.ts';
import type { Service } from '../service.ts';
import { type Calendar, PASSWORD, type Planted } from './calendar.ts';
import { type Lock, type Right, rightTo, type Who } from './table.ts';

/** The sender of requests. Each response is searched for texts that it must not contain. */
export interface Visitor {
  readonly who: Who;
  ask(line: string, headers?: Record<string, string>): Promise<Reply>;
  right(record: Planted, lock?: Lock): Right;
}

export function visitorOf(service: Service, calendar: Calendar, who: Who): Visitor {
  const call = caller(service.base);
  const as = who === 'nobody' ? undefined : service.accounts[who];
  const right = (record: Planted, lock: Lock = record.lock) =>
    rightTo(record.kind, record.state, record.lock === 'none' ? 'none' : lock, record.owner, who);
  const marked = new Map(calendar.records.map((record, at) => [at + 1, record]));
  return {
    who,
    right,
    async ask(line, headers = {}) {
      const reply = await call(line, { as, headers });
      assert.ok(reply.status < 500, `${line}: ${reply.text}`);
      const lock = line.includes(PASSWORD) ? 'opened' : 'locked';
      for (const [, kind, mark] of reply.text.matchAll(/\b([ms])(\d+)x\b/g)) {
        const found = right(marked.get(Number(mark))!, lock);
        assert.match(found, kind === 'm' ? /[^.]/ : /[ERTt]/, `${line} tells ${who} of ${kind}${mark}x`);
      }
      return reply;
    },
  };
}
