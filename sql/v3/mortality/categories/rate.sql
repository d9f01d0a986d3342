/*
summary: Losses, their weights and rates by period and cause
is_not: "Causes are those that the farm registered, unknown causes included; they are not diagnoses. The rates of causes add up to the rate of all
    causes, but a rate is not the share of the fish stocked."
family: mortality
period: {from: period_grouping}
slice: first_day
order: period, category code
parameters:
  period_grouping: {type: choice, values: [month, quarterly, tertial, year], default: month, meaning: "the rows' periods; a tertial is four months"}
takes: [placement]
confidentiality: {rule: benchmark, sum: ["{kind}_count", "{kind}_avg_weight_gram", "{kind}_rate"]}
rows: [{first_day: "period_start(month, :period_grouping)"}]
sums: [fish_days]
losses: [mortality_count, mortality_biomass_g, culling_count, culling_biomass_g, loss_count, loss_biomass_g]
with: [total, cause]
each: {kind: [loss, mortality, culling]}
fields:
  period: {type: string, meaning: "label: 2026-03, 2026-Q1, 2026-T1 or 2026"}
  loss_category_code: {type: string, meaning: registered code of the cause}
  "{kind}_count": {type: integer, unit: fish, meaning: "benchmark {kind} of the cause"}
  "{kind}_avg_weight_gram": {type: number, unit: gram, meaning: "benchmark {kind}, mean weight"}
  "farmer_{kind}_count": {type: integer, unit: fish, meaning: "the caller's own {kind} of the cause"}
  "farmer_{kind}_avg_weight_gram": {type: number, unit: gram, meaning: "the caller's own {kind}, mean weight"}
  "{kind}_rate": {type: number, unit: fraction per period, meaning: "benchmark {kind} of the cause per mean fish at risk"}
  "farmer_{kind}_rate": {type: number, unit: fraction per period, meaning: "the caller's own {kind} of the cause per mean fish at risk"}
  category_name: {type: string, meaning: Norwegian name of the cause}
  category_short_name: {type: string, meaning: short Norwegian name of the cause}
  category_level_1_name: {type: string, meaning: Norwegian name of the top level of the code list}
  is_complete: {type: boolean, meaning: "whether the data cover the period; rates of a period that is not complete are scaled to the whole one and say
      little"}
*/
-- An atom lies within one week and month; a longer period sums its atoms.
WITH
period_total AS (
  SELECT total.*, period_days(first_day, :period_grouping, :data_begin, :data_end) AS days
  FROM total
)
SELECT
  period_label(c.first_day, :period_grouping) AS period,
  c.category_code AS loss_category_code,
  published(c.{kind}_count, t.site_count) AS {kind}_count,
  published(mean_weight(c.{kind}_biomass_g, c.{kind}_count), t.site_count) AS {kind}_avg_weight_gram,
  own_count(c.own_{kind}_count, :is_farmer) AS farmer_{kind}_count,
  mean_weight(c.own_{kind}_biomass_g, c.own_{kind}_count) AS farmer_{kind}_avg_weight_gram,
  period_rate(c.{kind}_count, t.fish_days, t.days) AS {kind}_rate,
  period_rate(c.own_{kind}_count, t.own_fish_days, t.days) AS farmer_{kind}_rate,
  n.category_name,
  n.category_name_short AS category_short_name,
  n.level_1_name AS category_level_1_name,
  period_end(c.first_day, :period_grouping) <= :complete_through AS is_complete,
  c.first_day
FROM cause c
JOIN period_total t ON t.first_day = c.first_day
LEFT JOIN loss_category n ON n.level_3_code = c.category_code
ORDER BY c.first_day, c.category_code
OFFSET :offset LIMIT :row_limit
