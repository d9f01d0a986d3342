/*
summary: What kills at which weight, by group
is_not: "Rates of the days that fish spent at that weight, not the losses of a generation on its way through it. Buckets go by the mean weight of a
    pen: single fish are lighter or heavier."
family: mortality
period: week
order: "group (platform area id, generation), weight group"
parameters:
  group_by:
takes: [placement]
confidentiality: {rule: benchmark, sum: [fish_days_share, "{kind}_rate", site_count]}
rows:
  - by_area: "CASE WHEN :group_by <> 'generation' THEN platform_area_id END"
  - by_generation: "CASE WHEN :group_by <> 'area' THEN generation END"
  - weight_group_gram: "weight_group(weight_class, 500)"
sums: [fish_days, mortality_count, culling_count, loss_count]
with: [area, total]
each: {kind: [mortality, culling, loss]}
fields:
  weight_group_gram: {type: integer, unit: gram, meaning: "midpoint of the row's 500 g of mean weight: 250 for 0 up to 500"}
  group_by: {type: string, meaning: "area, generation or area_and_generation"}
  platform_area_name: {type: string, meaning: "Norwegian name of the platform area; null by generation"}
  production_area_ids: {type: "integer[]", meaning: "the area's production areas that pass the filter; null by generation"}
  generation: {type: string, meaning: "code of the generation; null by area"}
  fish_days_share: {type: number, unit: fraction, decimals: 3, meaning: "the part of the group's benchmark fish days, over the weights that are
      shown, that are of fish of that weight: a jump between thin buckets is a jump of few fish; null where the weight is hidden"}
  "{kind}_rate": {type: number, unit: fraction per 30 days, meaning: "benchmark {kind} per mean fish at risk of that weight, over the window"}
  "farmer_{kind}_rate": {type: number, unit: fraction per 30 days, meaning: "the caller's own {kind} per mean fish at risk of that weight"}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish of that weight in the window}
*/
-- Unlike shares, rates depend neither on how many fish of each weight there are nor on what is hidden in other weight groups.
SELECT
  t.weight_group_gram,
  CAST(:group_by AS VARCHAR) AS group_by,
  a.platform_area_name,
  a.production_area_ids,
  t.by_generation AS generation,
  published(share(t.fish_days, sum(t.fish_days) OVER (PARTITION BY t.by_area, t.by_generation)), t.site_count) AS fish_days_share,
  period_rate(t.{kind}_count, t.fish_days, 30) AS {kind}_rate,
  period_rate(t.own_{kind}_count, t.own_fish_days, 30) AS farmer_{kind}_rate,
  t.site_count
FROM total t
LEFT JOIN area a ON a.platform_area_id = t.by_area
WHERE :group_by = 'generation' OR t.by_area IS NOT NULL
ORDER BY t.by_area, generation_order(t.by_generation), t.weight_group_gram
OFFSET :offset LIMIT :row_limit
