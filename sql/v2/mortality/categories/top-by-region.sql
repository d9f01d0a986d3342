/*
summary: The ten causes with the largest share of a month's losses, by region
is_not: "Shares of the fish lost, dead and culled, by the cause that the farm registered, unknown causes included. Not a risk, and the ten shares do
    not add up to 1."
family: mortality_v2
window: 36 complete months
set: {by_country: false}
order: year, month, region (Sør, Midt, Nord), share descending, code
confidentiality:
  rule: "benchmark values are sums over enough farmer groups, so that the difference of two reveals no group; other values are null"
  sum: [category_rate]
  public: [mortality_code]
with:
  - sea: {as: loss}
fields:
  year: {type: integer, meaning: the month's year}
  month: {type: integer, meaning: "the month, 1 to 12; the last 36 that the data cover to their last day"}
  region: {type: string, meaning: "Sør, Midt or Nord"}
  mortality_code: {type: string, meaning: the code that the losses are registered with}
  category_rate: {type: number, unit: fraction, meaning: "its share of the fish lost in the month, dead and culled"}
*/
-- Decided here: mortality_code is the registered code, and only codes with losses of the benchmark are ranked.
-- Sites at sea only. Sites outside every production area count for the country only.
WITH
cause AS (
  SELECT month, region, category_code, sum(loss_count) AS loss_count
  FROM loss_sea
  WHERE counts
  GROUP BY 1, 2, 3
),
-- share and count give the same order, and counts are exact
ranked AS (
  SELECT
    cause.*,
    sum(loss_count) OVER (PARTITION BY month, region) AS total_count,
    row_number() OVER (PARTITION BY month, region ORDER BY loss_count DESC, category_code) AS place
  FROM cause
  WHERE loss_count > 0
)
SELECT
  CAST(year(r.month) AS INTEGER) AS year,
  CAST(month(r.month) AS INTEGER) AS month,
  r.region,
  r.category_code AS mortality_code,
  share(r.loss_count, r.total_count) AS category_rate
FROM ranked r
WHERE r.place <= 10
ORDER BY r.month, region_order(r.region), r.place
