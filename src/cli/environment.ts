import { mistakenVariables } from '../config/names.ts';
import { isForeign, settingNames } from '../config.ts';
import { languages } from '../i18n/language.ts';

/** What of the environment looks like a setting and has no effect, in sentences. */
export function remarksOn(environment: NodeJS.ProcessEnv): string[] {
  const { LANGUAGE } = environment;
  const mistaken = mistakenVariables(environment, settingNames).map(
    ({ variable, setting }) =>
      `${variable} in the environment has no effect: there is no such setting. Did you mean ${setting}?`,
  );
  if (LANGUAGE === undefined || !isForeign('LANGUAGE', LANGUAGE)) return mistaken;
  const foreign = `LANGUAGE=${LANGUAGE} in the environment is meant for other programs: it does not choose the language of the site, as ${languages.join(', ')} do.`;
  return [...mistaken, foreign];
}
