/*
summary: Mortality, culling and loss by ISO week and platform area
is_not: "Rates of an incomplete week are scaled to seven days and say little: use weeks with is_complete. A rate is not the share of the fish stocked,
    and may exceed 1."
family: mortality
period: week
slice: loss_rate_week
order: week, platform area id
confidentiality: {rule: benchmark, sum: [site_count, "{kind}_rate"]}
rows: [week, platform_area_id]
sums: [fish_days, mortality_count, culling_count, loss_count]
with: [area, total]
each: {kind: [mortality, culling, loss]}
fields:
  loss_rate_week: {type: date, meaning: Monday of the ISO week}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  production_area_ids: {type: "integer[]", meaning: the area's production areas that pass the filter}
  site_count: {type: integer, unit: sites, meaning: benchmark sites with fish in the week}
  "{kind}_rate": {type: number, unit: fraction per week, meaning: "benchmark {kind} per mean fish at risk"}
  farmer_site_count: {type: integer, unit: sites, meaning: the caller's sites with fish in the week}
  "farmer_{kind}_rate": {type: number, unit: fraction per week, meaning: "the caller's own {kind} per mean fish at risk"}
  is_complete: {type: boolean, meaning: "whether the data cover the week; rates of a week that is not complete are scaled to the whole one and say
      little"}
*/
SELECT
  t.week AS loss_rate_week,
  a.platform_area_name,
  a.production_area_ids,
  t.site_count,
  period_rate(t.{kind}_count, t.fish_days, 7) AS {kind}_rate,
  own_count(t.own_site_count, :is_farmer) AS farmer_site_count,
  period_rate(t.own_{kind}_count, t.own_fish_days, 7) AS farmer_{kind}_rate,
  plus_days(t.week, 6) <= :complete_through AS is_complete
FROM total t
JOIN area a ON a.platform_area_id = t.platform_area_id
ORDER BY t.week, a.platform_area_id
OFFSET :offset LIMIT :row_limit
