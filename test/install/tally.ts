/** What a way of installing has cost. */
export interface Cost {
  readonly way: string;
  /** Lines that somebody types. */
  commands: number;
  /** Seconds until the first answer, and until a calendar is as the town wants it. */
  seconds: number;
  /** Megabytes that came over the network, with the package itself. */
  fetched: number;
  /** Megabytes more on disk. */
  disk: number;
  /** What else is to be told. */
  notes: string[];
}

export const costs: Cost[] = [];

/** The megabytes that apt says it has fetched. */
export function fetchedBy(output: string): number {
  const units: Record<string, number> = { B: 1e-6, kB: 1e-3, MB: 1, GB: 1000 };
  return [...output.matchAll(/^Fetched ([\d.,]+) ([kMG]?B) in/gm)]
    .map(([, number, unit]) => Number(number!.replaceAll(',', '')) * units[unit!]!)
    .reduce((sum, megabytes) => sum + megabytes, 0);
}

/** A table of all costs. */
export function report(): string {
  const rows = costs.map(({ way, commands, seconds, fetched, disk, notes }) => [
    way,
    `${commands}`,
    seconds.toFixed(1),
    fetched.toFixed(1),
    `${disk}`,
    notes.join('; '),
  ]);
  const all = [['way', 'commands', 'seconds', 'MB fetched', 'MB on disk', ''], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map(row => row[column]!.length)));
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
