import { RestError } from '../http/errors.ts';
import type { Arguments } from '../input/arguments.ts';
import { parameterOf } from './parts/query.ts';

/** An address that people share must not open what a password protects. */
const SECRET = 'password';

/** The most values in the address of a page. Its links repeat them, and people choose a few. */
const MOST = 200;

/**
 * The parameters of an address that its page reads, which the links of the page repeat. Others, such as those by which
 * newsletters count their readers, are neither filters nor kept. Of a parameter that is sent twice, the last one counts.
 * @throws RestError 400 if there are too many
 */
export function queryFor(
  declared: Arguments,
  { query }: { readonly query: URLSearchParams },
): URLSearchParams {
  const own = new URLSearchParams();
  for (const [name, value] of query) {
    const parameter = parameterOf(name);
    if ((!Object.hasOwn(declared, parameter) && parameter !== 'all_values') || parameter === SECRET) continue;
    if (parameter === name) own.set(name, value);
    else own.append(name, value);
    if (own.size > MOST)
      throw new RestError(400, 'rest_bad_request', 'too_many_values', { values: { max: MOST } });
  }
  return own;
}
