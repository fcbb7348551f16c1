/** The id at the source, if it can be kept. */
export const keptId = ({ keepIds }: { keepIds: boolean }, id: number | undefined): number | undefined =>
  keepIds && id !== undefined && id <= MAX_KEPT_ID ? id : undefined;

/** New ids follow the highest id, so a source must not use up the range. */
const MAX_KEPT_ID = 1_000_000_000;
