// Resolves relative imports as what they are: addresses of files. By itself the runtime first looks on the disk whether
// there is such a file and where its links lead, which takes a fifth of the time of a start.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isRelative = specifier.startsWith('.') && context.conditions.includes('import');
    if (!isRelative) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, shortCircuit: true };
  },
});
