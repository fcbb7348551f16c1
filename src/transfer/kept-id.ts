/** The id of a source, where it may be kept if it is free here. */
export const keptId = ({ keepIds }: { keepIds: boolean }, id: number | undefined): number | undefined =>
  keepIds && id !== undefined && id <= MAX_KEPT_ID ? id : undefined;

/** New ids follow the highest one: a source must not use them up. */
const MAX_KEPT_ID = 1_000_000_000;
