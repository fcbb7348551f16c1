import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import fc from 'fast-check';
import {
  ALGORITHMS,
  type Answer,
  authenticator,
  BACKED_UP,
  MAY_BACK_UP,
  PRESENT,
  VERIFIED,
} from '../../../test/authenticator.ts';
import { OF_NO_STORE } from '../../../test/store.ts';
import { generator } from '../../demo/pictures.ts';
import { credentialIn, PasskeyRefused, readAssertion, readCreation } from './webauthn.ts';

const place = { rpId: 'agenda.example.org', origin: 'https://agenda.example.org' };
const others = {
  expectedOrigin: place.origin,
  expectedRPID: place.rpId,
  requireUserVerification: true,
};

/** Why an answer is refused; undefined if it is taken. */
function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof PasskeyRefused, String(error));
    return error.problem;
  }
}

const isTakenByOthers = (verify: () => Promise<{ verified: boolean }>): Promise<boolean> =>
  verify().then(
    ({ verified }) => verified,
    () => false,
  );

const challengeNow = () => randomBytes(32).toString('base64url');

describe('Passkeys', OF_NO_STORE, () => {
  for (const algorithm of ALGORITHMS)
    it(`A passkey is made and used as @simplewebauthn/server does it (${algorithm})`, async () => {
      for (const [backup, flags] of [
        [0, 0],
        [0, MAY_BACK_UP],
        [1, MAY_BACK_UP | BACKED_UP],
      ] as const) {
        const device = authenticator(algorithm);
        const asked = { challenge: challengeNow(), place, uses: 3, flags: PRESENT | VERIFIED | flags };
        const made = readCreation(device.create(asked), place);
        assert.deepEqual(made, {
          challenge: asked.challenge,
          credential: device.id,
          public_key: device.publicKey,
          algorithm,
          uses: 3,
          backed_up: backup,
        });
        const { registrationInfo } = await verifyRegistrationResponse({
          ...others,
          response: device.create(asked) as never,
          expectedChallenge: asked.challenge,
        });
        assert.equal(registrationInfo!.credential.id, made.credential);
        assert.deepEqual(Buffer.from(registrationInfo!.credential.publicKey), device.cose);
        assert.equal(registrationInfo!.credentialBackedUp, backup === 1);
        const used = { ...asked, challenge: challengeNow(), uses: 4, userHandle: 'aGFuZGxl' };
        assert.deepEqual(readAssertion(device.get(used), made, place), {
          challenge: used.challenge,
          uses: 4,
          backed_up: backup,
          userHandle: 'aGFuZGxl',
        });
      }
    });

  it('Whatever is taken of what was tampered with at random, @simplewebauthn/server takes as well', async () => {
    const random = generator(1, 'passkeys');
    const below = (end: number): number => Math.floor(random() * end);
    const flip = (bytes: Buffer, end = bytes.length): void => {
      bytes[below(Math.min(end, bytes.length))]! ^= 1 << below(8);
    };
    const devices = ALGORITHMS.map(algorithm => authenticator(algorithm));
    const counts = { both: 0, neither: 0, theirs: 0 };
    for (let round = 0; round < 500; round++) {
      const device = devices[below(devices.length)]!;
      const isMade = random() < 0.5;
      const kind = below(8);
      const asked = {
        ...{ challenge: challengeNow(), place, uses: 1 + below(9) },
        ...(kind === 1 && { flags: below(64) }),
        ...(kind === 2 && { client: CLIENTS[below(CLIENTS.length)]! }),
        ...(kind === 3 && !isMade && { after: randomBytes(1 + below(4)) }),
        // What follows the id of a new passkey is passed over.
        ...(kind === 4 && { change: (data: Buffer) => flip(data, 55) }),
        ...(kind === 5 && { place: { ...place, rpId: 'example.org' } }),
      };
      const response = isMade ? device.create(asked) : device.get(asked);
      if (kind === 6) flipMember(response, 'clientDataJSON', flip);
      if (kind === 7 && !isMade) flipMember(response, 'signature', flip);
      const known = { public_key: device.publicKey, algorithm: device.algorithm };
      const problem = problemOf(() => {
        const { challenge } = isMade ? readCreation(response, place) : readAssertion(response, known, place);
        if (challenge !== asked.challenge) throw new PasskeyRefused('challenge');
      });
      const expected = { ...others, response: response as never, expectedChallenge: asked.challenge };
      const credential = { id: device.id, publicKey: new Uint8Array(device.cose), counter: 0 };
      const isTheirs = await isTakenByOthers(() =>
        isMade
          ? verifyRegistrationResponse(expected)
          : verifyAuthenticationResponse({ ...expected, credential }),
      );
      const told = `round ${round}: ${problem}, ${JSON.stringify({ isTheirs, isMade, kind, response })}`;
      if (problem === undefined) assert.ok(isTheirs, told);
      // They take what comes from a frame of another origin if it does not say which, and text that is not UTF-8.
      else if (isTheirs) assert.equal(problem, kind === 6 ? 'malformed' : 'cross-origin', told);
      counts[problem === undefined ? 'both' : isTheirs ? 'theirs' : 'neither']++;
    }
    assert.ok(counts.both > 100 && counts.neither > 100 && counts.theirs < 20, JSON.stringify(counts));
  });

  it('Any JSON in any place is refused in a word', () => {
    const device = authenticator(-7);
    const known = { public_key: device.publicKey, algorithm: -7 };
    const asked = { challenge: 'AAAA', place };
    const answers = { create: device.create(asked), get: device.get(asked) };
    const inTop = fc.constantFrom('id', 'type', 'response');
    const inResponse = fc.constantFrom(
      ...Object.keys({ ...answers.create.response, ...answers.get.response }),
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.base64String(),
      fc.constantFrom('A'.repeat(9000), -7, -257, 1e300, { toString: false }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('create', 'get'),
        inTop,
        inResponse,
        fc.boolean(),
        value,
        (act, top, name, isTop, value) => {
          const answer = answers[act];
          const changed = isTop
            ? { ...answer, [top]: value }
            : { ...answer, response: { ...answer.response, [name]: value } };
          problemOf(() =>
            act === 'create' ? readCreation(changed, place) : readAssertion(changed, known, place),
          );
        },
      ),
      { numRuns: 500 },
    );
    for (const answer of [undefined, null, [], 'x', 7, {}, { response: [] }])
      assert.equal(
        problemOf(() => credentialIn(answer)),
        'malformed',
      );
  });
});

const CLIENTS = [
  ...[
    { origin: 'https://example.org' },
    { origin: `${place.origin}:444` },
    { origin: 'null' },
    { origin: 7 },
  ],
  ...[{ type: 'webauthn.get' }, { type: 'webauthn.create' }, { crossOrigin: true }, { challenge: 'x' }],
];

function flipMember({ response }: Answer, name: string, flip: (bytes: Buffer) => void): void {
  const bytes = Buffer.from(String(response[name]), 'base64url');
  flip(bytes);
  response[name] = bytes.toString('base64url');
}
