/*
summary: Mean weight of lost fish by month and group
is_not: "The mean weight of the fish that were lost, by their unit's mean weight or their own when they were weighed. Not the weight of the fish in
    the sea, nor at which weight the risk is highest."
family: mortality
period: month
slice: month
order: "month, group (platform area id, generation)"
parameters:
  weight_range_start: {default: 0, meaning: "least mean weight, grams; rounded down to whole classes of 100 g"}
  group_by:
takes: [placement]
confidentiality: {rule: benchmark, sum: [loss_avg_weight_gram]}
rows: [month, {by_area: "CASE WHEN :group_by <> 'generation' THEN platform_area_id END"},
    {by_generation: "CASE WHEN :group_by <> 'area' THEN generation END"}]
sums: [loss_count, loss_biomass_g]
with: [area, total]
fields:
  month: {type: date, meaning: the month's first day}
  group_by: {type: string, meaning: "area, generation or area_and_generation"}
  platform_area_name: {type: string, meaning: "Norwegian name of the platform area; null by generation"}
  production_area_ids: {type: "integer[]", meaning: "the area's production areas that pass the filter; null by generation"}
  generation: {type: string, meaning: "code of the generation; null by area"}
  loss_avg_weight_gram: {type: integer, unit: gram, meaning: mean weight of the benchmark's lost fish}
  farmer_loss_avg_weight_gram: {type: integer, unit: gram, meaning: mean weight of the caller's own lost fish}
  is_complete: {type: boolean, meaning: "whether the data cover the month; rates of a month that is not complete are scaled to the whole one and say
      little"}
*/
SELECT
  t.month,
  CAST(:group_by AS VARCHAR) AS group_by,
  a.platform_area_name,
  a.production_area_ids,
  t.by_generation AS generation,
  whole_gram(t.loss_biomass_g, t.loss_count) AS loss_avg_weight_gram,
  whole_gram(t.own_loss_biomass_g, t.own_loss_count) AS farmer_loss_avg_weight_gram,
  month_end(t.month) <= :complete_through AS is_complete
FROM total t
LEFT JOIN area a ON a.platform_area_id = t.by_area
WHERE :group_by = 'generation' OR t.by_area IS NOT NULL
ORDER BY t.month, t.by_area, generation_order(t.by_generation)
OFFSET :offset LIMIT :row_limit
