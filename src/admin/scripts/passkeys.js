// Signs in with a passkey, and makes one, by the browser's own functions.
// data-passkey: a part with a button, hidden where passkeys do not work. Its address gives what the browser asks the
// authenticator, and takes the answer. data-origin: where they work; data-to: where signing in leads;
// data-refused and data-known say what went wrong.

/** Milliseconds after which a challenge is replaced: the server takes it for five minutes. */
const RENEWED = 4 * 60_000;

const { PublicKeyCredential } = window;
const works = 'parseRequestOptionsFromJSON' in (PublicKeyCredential ?? {});

/** What the service says is wrong. */
class Problem extends Error {}

async function ask(address, values) {
  const init = values && { method: 'POST', body: new URLSearchParams(values) };
  const response = await fetch(address, { headers: { accept: 'application/json' }, ...init });
  const answer = await response.json();
  if (!response.ok) throw new Problem(answer.problem ?? answer.message);
  return answer;
}

for (const part of document.querySelectorAll('[data-passkey]')) {
  const { passkey: address, origin, to = '', refused, known } = part.dataset;
  if (!works || location.origin !== origin) continue;
  const [button, error] = [part.querySelector('button'), part.querySelector('[role="alert"]')];
  const field = document.querySelector('input[autocomplete~="webauthn"]');
  /** Ends what waits for the authenticator. */
  let waiting = new AbortController();
  let isOffered = false;

  async function use(mediation) {
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    isOffered = mediation === 'conditional';
    try {
      const { publicKey } = await ask(address);
      const credential = await (publicKey.user
        ? navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
            signal,
          })
        : navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
            mediation,
            signal,
          }));
      const answer = await ask(address, { credential: JSON.stringify(credential), to });
      location.assign(answer.to);
    } catch (problem) {
      if (signal.aborted || (isOffered && !(problem instanceof Problem))) return;
      tell(problem);
      if (!isOffered) offer();
    }
  }

  function tell(problem) {
    const { message, name } = problem;
    error.textContent = problem instanceof Problem ? message : name === 'InvalidStateError' ? known : refused;
    error.hidden = false;
  }

  /** Lets the browser offer passkeys in the field of the login. */
  async function offer() {
    if (field && (await PublicKeyCredential.isConditionalMediationAvailable?.())) use('conditional');
  }

  part.hidden = false;
  button.addEventListener('click', () => {
    error.hidden = true;
    use('optional');
  });
  offer();
  if (field) setInterval(() => isOffered && offer(), RENEWED);
}
