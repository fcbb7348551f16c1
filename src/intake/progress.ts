import type { ReportType } from './report.ts';
import type { ImportOptions, Progress } from './run.ts';

export type ProgressOf = ReturnType<typeof progressOf>;

/** Reports how much of a source has been read. */
export function progressOf(source: string, { onProgress }: Pick<ImportOptions, 'onProgress'>) {
  const seen = new Map<ReportType, Omit<Progress, 'source' | 'type'>>();
  let last: ReportType | undefined;
  const of = (type: ReportType) => seen.get(type) ?? { read: 0, total: undefined };
  return {
    expect: (type: ReportType, total: number) => void seen.set(type, { ...of(type), total }),
    saw(type: ReportType) {
      seen.set(type, { ...of(type), read: of(type).read + 1 });
      last = type;
    },
    show() {
      if (last) onProgress({ source, type: last, ...of(last) });
    },
  };
}
