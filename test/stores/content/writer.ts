import assert from 'node:assert/strict';
import { type Body, caller, type Sending } from '../../client.ts';
import type { Service } from '../../service.ts';

/** The password of the protected events. */
export const EVENT_PASSWORD = 'sesame';

/** Sends requests that must succeed, as the editor unless another account is named. */
export function writer({ base, accounts }: Service) {
  const call = caller(base);
  return async (line: string, json?: unknown, sending: Sending = {}): Promise<Body> => {
    const { status, text, body } = await call(line, {
      as: accounts.editor,
      ...(json !== undefined && { json }),
      ...sending,
    });
    assert.ok(status < 300, `${line}: ${status} ${text}`);
    return body;
  };
}
