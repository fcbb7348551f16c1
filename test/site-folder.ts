import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes files of an operator into a folder for data: `{ 'pages/about.html': '…' }`. */
export async function writeSite(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'site', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** What was logged, as `warn …` with the details that name a file. */
export interface Told {
  readonly lines: string[];
  readonly log: Record<'info' | 'warn' | 'error', (details: object, text: string) => void>;
}

/** A log that keeps its lines. */
export function listener(): Told {
  const lines: string[] = [];
  const at = (level: string) => (details: { file?: string; err?: Error }, text: string) =>
    void lines.push([level, text, details.file ?? details.err?.message].filter(Boolean).join(': '));
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}
