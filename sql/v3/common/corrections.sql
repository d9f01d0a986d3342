/*
summary: Days of own sites that a later delivery corrected, with what they were before and after
is_not: "Days delivered for the first time are no corrections, nor are weights of a site that change by less than half a percent. Benchmarks
    of released periods stay as they were."
family: common
access: owners
order: the newest correction first, then site by number, owner, table, first day
confidentiality: own
parameters:
  from_date: {default_back: 24 months, meaning: "first day of interest among those that were corrected; a part of a date means its start"}
  to_date:
  owner_id:
  site_id:
  offset:
  limit: {min: 1, max: 2000, default: 2000}
fields:
  corrected_at: {type: datetime, meaning: "when the delivery was ingested; kept for two years at least"}
  owner_id: {type: string, meaning: the company that delivered the rows}
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: its name}
  table_name: {type: string, meaning: "stock, losses or feeding"}
  from_date: {type: date, meaning: "the first of some days in a row, all with other figures than before"}
  to_date: {type: date, meaning: the last of them}
  days: {type: integer, unit: days, meaning: how many they are}
  count_before: {type: integer, unit: fish, meaning: "fish lost on these days, or fish of stock at the start of a day, mean of the days, as they
      were before; null of feed, and without rows"}
  count_after: {type: integer, unit: fish, meaning: "likewise as delivered, equal where only pens, causes or weights differ; null of feed, and where
      the delivery took the rows away"}
  kg_before: {type: number, unit: kg, decimals: 3, meaning: "the weight of these fish, or the feed of these days, before; null without rows"}
  kg_after: {type: number, unit: kg, decimals: 3, meaning: "likewise as delivered; null where the delivery took the rows away"}
*/
SELECT
  c.corrected_at,
  c.farmer_id AS owner_id,
  c.site_id,
  p.site_name,
  c.table_name,
  c.first_date AS from_date,
  c.last_date AS to_date,
  c.days,
  c.count_before,
  c.count_after,
  kilograms(c.grams_before) AS kg_before,
  kilograms(c.grams_after) AS kg_after
FROM correction c
LEFT JOIN site_place p ON p.site_id = c.site_id
WHERE c.last_date >= :first_day
  AND c.first_date <= :last_day
  AND (NOT :is_farmer OR c.farmer_id = :own_farmer)
  AND (:all_owner_id OR c.farmer_id IN (:owner_id))
  AND (:all_site_id OR c.site_id IN (:site_id))
ORDER BY c.corrected_at DESC, site_order(c.site_id), c.site_id, owner_id, table_name, from_date
OFFSET :offset LIMIT :row_limit
