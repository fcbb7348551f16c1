import { type SettingName, settingNames, settings } from '../src/config.ts';

/** What the package decides: where its data lie, and where it listens. */
const DECIDED: readonly SettingName[] = ['DATA_DIR', 'HOST', 'PORT'];

/** What differs from the defaults: a proxy is expected on the same machine. */
const OWN: Readonly<Partial<Record<SettingName, string>>> = { TRUSTED_PROXIES: '127.0.0.1' };

const HEAD = `# Settings of Almanac: NAME=value. After a change: systemctl restart almanac
# Settings of the site that were stored by \`almanac init\` or \`almanac settings set\` come before those in this file.
# Where it listens is in the unit almanac.socket: systemctl edit almanac.socket
`;

/** The file of settings that a package installs: each with its meaning and its default, as a comment. */
export function documentedConf(): string {
  const names = settingNames.filter(name => !DECIDED.includes(name));
  return [HEAD, ...names.map(name => `# ${settings[name].meaning}\n${assignment(name)}\n`)].join('\n');
}

function assignment(name: SettingName): string {
  const { [name]: own } = OWN;
  if (own !== undefined) return `${name}=${own}`;
  const { default: text } = settings[name];
  return `#${name}=${/[\s#"]/.test(text) ? `'${text}'` : text}`;
}
