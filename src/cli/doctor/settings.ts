import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../../config.ts';
import { storeFile } from '../../db/open.ts';
import { readLogos } from '../../site/logo.ts';
import { missingIn } from '../../site/statements.ts';
import { program } from '../../version.ts';
import { remarksOn } from '../environment.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/**
 * Settings that have no effect, or contradict each other. Each value outside of the store is right: else no command runs.
 * @param unusable why a setting of the store cannot be used
 */
export async function checkSettings(config: Config, unusable?: ConfigError): Promise<Finding[]> {
  const found = [
    ...(unusable ? [ofStored(unusable)] : []),
    ...remarksOn(process.env).map(remark => warning(remark, 'Correct the name, or remove the variable.')),
    ...contradictions(config),
    ...(await ofLogo(config)),
  ];
  return found.length > 0 ? found : [ok('The settings fit together')];
}

const ofStored = ({ message }: ConfigError): Finding =>
  problem(
    `The service does not start with the settings of its store. ${message}.`,
    `"${program()} settings" shows where each setting comes from, and "${program()} settings unset NAME" removes one from the store.`,
  );

function contradictions(config: Config): Finding[] {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT, SITE_URL, DATABASE_URL } = config;
  const { HEADER_TIMEOUT, REQUEST_TIMEOUT, MAX_TRANSIT_BYTES, MAX_BODY_BYTES, MAX_IMAGE_BYTES } = config;
  const isOpen = !/^(127\.|::1$|localhost$)/.test(HOST);
  const largest = Math.max(MAX_BODY_BYTES, MAX_IMAGE_BYTES);
  return [
    ...when(METRICS_PORT === PORT && PORT !== 0 && METRICS_HOST === HOST, () =>
      problem(`METRICS_PORT and PORT are both ${PORT}.`, 'Choose another METRICS_PORT.'),
    ),
    ...when(HEADER_TIMEOUT > REQUEST_TIMEOUT, () =>
      problem(
        `HEADER_TIMEOUT (${HEADER_TIMEOUT}) is longer than REQUEST_TIMEOUT (${REQUEST_TIMEOUT}).`,
        'The whole request has no less time than its headers: raise REQUEST_TIMEOUT.',
      ),
    ),
    ...when(largest > MAX_TRANSIT_BYTES, () =>
      problem(
        `A body of ${largest} bytes is allowed, and MAX_TRANSIT_BYTES for all bodies is ${MAX_TRANSIT_BYTES}.`,
        'Raise MAX_TRANSIT_BYTES, or lower MAX_BODY_BYTES or MAX_IMAGE_BYTES.',
      ),
    ),
    ...when(DATABASE_URL !== '' && existsSync(storeFile(config)), () =>
      warning(
        `DATABASE_URL is set, and there is a store in ${storeFile(config)}, whose records nobody sees.`,
        'Copy it to PostgreSQL with "almanac copy", remove it, or unset DATABASE_URL.',
      ),
    ),
    ...when(isOpen && SITE_URL === '', () =>
      warning(
        `HOST is ${HOST}, so other machines reach the service, and there is no SITE_URL.`,
        'Set SITE_URL to the public address: links are made from whatever name a client asks for.',
      ),
    ),
    ...when(config.ACCESSIBILITY_STATUS !== undefined && missingIn(config).length > 0, () =>
      warning(
        `The statement at /accessibility/ is incomplete: ${missingIn(config).join(', ')}.`,
        'Set what is missing, or put a page of your own at this address.',
      ),
    ),
  ];
}

const when = (is: boolean, found: () => Finding): Finding[] => (is ? [found()] : []);

async function ofLogo(config: Config): Promise<Finding[]> {
  try {
    await readLogos(config);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [problem(`${error.message}.`, 'Put the file there, or unset SITE_LOGO.')];
  }
}
