/** Quarters of sites by their loss rate, of which some are joined. */

const LAST = 4;

/** @typedef {Answer<'/v3/comparison/site-quarters'>} Quarters */

/** A quarter, or the first and the last of those that are joined: up to the next row's. @param {Quarters} set @param {Quarters['rows'][number]} row */
export function quarterText(set, row) {
  const next = set.rows.filter(each => each.month === row.month && each.platform_area_name === row.platform_area_name && each.quarter > row.quarter)
      .reduce((least, each) => Math.min(least, each.quarter), LAST + 1);
  return row.is_joined ? `${row.quarter}–${next - 1}` : String(row.quarter);
}
