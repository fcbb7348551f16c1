import type { ChildProcess } from 'node:child_process';
import { eventually } from '../client.ts';

/** The addresses of a service and of its metrics, which it prints when it has started. */
export async function addressesOf(child: ChildProcess): Promise<{ site: string; metrics: string }> {
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    // Later lines are only about requests.
    if (output.length < 100_000) output += piece;
  });
  const found = (pattern: RegExp) =>
    eventually(
      async () => pattern.exec(output)?.[1] ?? '',
      text => text !== '' || child.exitCode !== null,
    );
  const site = await found(/^Almanac is at (\S+)\/ /m);
  const metrics = await found(/"address":"(http:\S+)\/metrics"/);
  if (!site || !metrics) throw new Error(`almanac serve did not start: ${output}`);
  return { site, metrics };
}
