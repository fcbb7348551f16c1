import { versionAndCommit } from '../../version.ts';
import { type Finding, ok, problem } from './finding.ts';

/** No clock that is right is before this version was written. */
const WRITTEN = Date.UTC(2026, 10, 1);

/** The Node that runs this, and its clock. */
export async function checkMachine(): Promise<Finding[]> {
  const major = Number(process.versions.node.split('.')[0]);
  const versions = `Almanac ${versionAndCommit()} on Node ${process.versions.node}`;
  return [
    major >= 26 ? ok(versions) : problem(versions, 'Almanac needs Node 26 or newer.'),
    Date.now() >= WRITTEN
      ? ok(`The clock: ${new Date().toISOString()}`)
      : problem(
          `The clock says ${new Date().toISOString()}, before this version was made.`,
          'Set the clock, best by NTP (timedatectl set-ntp true). Events would be past or coming on the wrong days.',
        ),
  ];
}
