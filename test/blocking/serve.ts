// Serves in a process of its own, in which a text that says so takes long to fold: a quarter of a second.
import { main } from '../../src/cli/main.ts';

const { toWellFormed } = String.prototype;
// What is replaced is what every service calls for every text that is searched for.
String.prototype.toWellFormed = function (this: string) {
  if (this.includes('takeslong')) for (const until = performance.now() + 250; performance.now() < until; );
  return toWellFormed.call(this);
};
process.exitCode = await main(['serve']);
