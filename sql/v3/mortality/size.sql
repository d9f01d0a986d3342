/*
summary: How losses are distributed over the weight of the fish
is_not: "Shares of the losses, not the risk at that size: many fish of a size give many losses (the risk is in size/rate). Hidden buckets are in the
    total, so the shares shown add up to shown_rate_of_total_loss, not to 1."
family: mortality
period: week
order: "group (platform area id, generation), weight group"
parameters:
  group_by: {meaning: what the losses of a row's total belong to}
takes: [placement]
confidentiality: {rule: benchmark, sum: [rate_of_total_loss, shown_rate_of_total_loss]}
sums: [loss_count]
rows: [{by_area: "CASE WHEN :group_by <> 'generation' THEN platform_area_id END"},
    {by_generation: "CASE WHEN :group_by <> 'area' THEN generation END"}]
with:
  - area
  - total: {parts: [{weight_group_gram: "weight_group(weight_class, 500)"}]}
fields:
  weight_group_gram: {type: integer, unit: gram, meaning: "midpoint of the row's 500 g of mean weight: 250 for 0 up to 500"}
  group_by: {type: string, meaning: "area, generation or area_and_generation"}
  platform_area_name: {type: string, meaning: "Norwegian name of the platform area; null by generation"}
  production_area_ids: {type: "integer[]", meaning: "the area's production areas that pass the filter; null by generation"}
  generation: {type: string, meaning: "code of the generation; null by area"}
  rate_of_total_loss: {type: number, unit: fraction, meaning: "the weight group's share of the group's losses, benchmark"}
  farmer_rate_of_loss: {type: number, unit: fraction, meaning: "the weight group's share of the group's losses, the caller's own"}
  shown_rate_of_total_loss: {type: number, unit: fraction, meaning: "the sum of the group's shown shares, the same in all of its rows: what is missing
      to 1 is hidden"}
*/
-- By area and generation the groups are ordered by area, then generation: the order of the words in group_by. A group's total includes all atoms
-- that lie completely in the group, also those that span two weight groups and count in neither.
WITH
group_total AS (
  SELECT
    by_area,
    by_generation,
    sum(loss_count) AS loss_count,
    sum(loss_count) FILTER (WHERE weight_group_gram IS NOT NULL) AS shown_loss_count,
    sum(own_loss_count) AS own_loss_count
  FROM total
  GROUP BY 1, 2
)
SELECT
  t.weight_group_gram,
  CAST(:group_by AS VARCHAR) AS group_by,
  a.platform_area_name,
  a.production_area_ids,
  t.by_generation AS generation,
  published(share(t.loss_count, g.loss_count), t.site_count) AS rate_of_total_loss,
  share(t.own_loss_count, g.own_loss_count) AS farmer_rate_of_loss,
  share(g.shown_loss_count, g.loss_count) AS shown_rate_of_total_loss
FROM total t
JOIN group_total g
  ON g.by_area IS NOT DISTINCT FROM t.by_area
  AND g.by_generation IS NOT DISTINCT FROM t.by_generation
LEFT JOIN area a ON a.platform_area_id = t.by_area
WHERE t.weight_group_gram IS NOT NULL
  AND (:group_by = 'generation' OR t.by_area IS NOT NULL)
ORDER BY t.by_area, generation_order(t.by_generation), t.weight_group_gram
OFFSET :offset LIMIT :row_limit
