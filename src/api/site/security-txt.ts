import { noRoute } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import { staticRoute } from '../../http/route.ts';
import { siteWords } from '../../i18n/messages.ts';

const PATH = '/.well-known/security.txt';

const securityText = operation({
  methods: ['GET'],
  words: siteWords.security,
  arguments: {},
  may: () => true,
  mediaType: 'text/plain',
  answers: { status: 200, schema: { type: 'string' }, errors: [400, noRoute()] },
  async handle({ address, config, clock }) {
    const { SECURITY_CONTACT: contacts } = config;
    if (contacts.length === 0) throw noRoute();
    const month = startOfMonth(clock.instant);
    const lines = [
      ...contacts.map(contact => `Contact: ${contact}`),
      `Expires: ${startOfMonth(clock.instant, MONTHS).toString()}`,
      `Canonical: ${new URL(PATH, address.site).href}`,
    ];
    const next = startOfMonth(clock.instant, 1);
    const seconds = (instant: Temporal.Instant) => instant.epochMilliseconds / 1000;
    clock.narrow({ since: seconds(month), until: seconds(next) });
    return { mediaType: 'text/plain', body: `${lines.join('\n')}\n`, until: Infinity };
  },
});

/** Months for which the contact is said to hold, from this month on. The service says it anew as long as it runs. */
const MONTHS = 6;

const startOfMonth = (now: number, ahead = 0): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO('UTC')
    .with({ day: 1 })
    .startOfDay()
    .add({ months: ahead })
    .toInstant();

/** Whom to tell of a weakness (RFC 9116), if that is configured. */
export const securityTextRoute = staticRoute({ root: PATH, path: '', operations: [securityText] });
