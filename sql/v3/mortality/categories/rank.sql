/*
summary: Causes of loss over the window, the largest first
is_not: "Shares and counts of the window's losses, by the cause that the farm registered; not risks, since counts grow with the number of fish. A
    window that ends after the data sums an incomplete week."
family: mortality
period: week
order: loss_count descending, category code
takes: [placement]
confidentiality: {rule: benchmark, sum: ["{kind}_count*", "{kind}_biomass*", "{kind}_avg_*"]}
rows: [{period_start: "CAST(:first_day AS DATE)"}]
sums: [fish_days]
losses: [mortality_count, mortality_biomass_g, culling_count, culling_biomass_g, loss_count, loss_biomass_g]
with: [total, cause]
each: {kind: [mortality, culling, loss]}
fields:
  loss_category_code: {type: string, meaning: registered code of the cause}
  loss_category_name: {type: string, meaning: Norwegian name of the cause}
  period_start: {type: date, meaning: "the window's first day, a Monday"}
  period_end: {type: date, meaning: "the window's last day, a Sunday"}
  "{kind}_count": {type: integer, unit: fish, meaning: "benchmark {kind} of the cause"}
  "{kind}_biomass_kg": {type: number, unit: kg, meaning: "benchmark {kind} of the cause, biomass"}
  "{kind}_avg_weight_gram": {type: number, unit: gram, meaning: "benchmark {kind} of the cause, mean weight"}
  "{kind}_count_rate_of_total_in_period": {type: number, unit: fraction, meaning: "the cause's share of all benchmark {kind}, by count"}
  "{kind}_biomass_rate_of_total_in_period": {type: number, unit: fraction, meaning: "the cause's share of all benchmark {kind}, by biomass"}
  "farmer_{kind}_count": {type: integer, unit: fish, meaning: "the caller's own {kind} of the cause"}
  "farmer_{kind}_biomass_kg": {type: number, unit: kg, meaning: "the caller's own {kind} of the cause, biomass"}
  "farmer_{kind}_avg_weight_gram": {type: number, unit: gram, meaning: "the caller's own {kind} of the cause, mean weight"}
  "farmer_{kind}_count_rate_of_total_in_period": {type: number, unit: fraction, meaning: "the cause's share of the caller's own {kind}, by count"}
  "farmer_{kind}_biomass_rate_of_total_in_period": {type: number, unit: fraction, meaning: "the cause's share of the caller's own {kind}, by biomass"}
*/
-- The window is whole ISO weeks.
SELECT
  c.category_code AS loss_category_code,
  n.category_name AS loss_category_name,
  c.period_start,
  CAST(:last_day AS DATE) AS period_end,
  published(c.{kind}_count, t.site_count) AS {kind}_count,
  kilograms(published(c.{kind}_biomass_g, t.site_count)) AS {kind}_biomass_kg,
  published(mean_weight(c.{kind}_biomass_g, c.{kind}_count), t.site_count) AS {kind}_avg_weight_gram,
  share(c.{kind}_count, sum(c.{kind}_count) OVER ()) AS {kind}_count_rate_of_total_in_period,
  share(c.{kind}_biomass_g, sum(c.{kind}_biomass_g) OVER ()) AS {kind}_biomass_rate_of_total_in_period,
  own_count(c.own_{kind}_count, :is_farmer) AS farmer_{kind}_count,
  kilograms(own_count(c.own_{kind}_biomass_g, :is_farmer)) AS farmer_{kind}_biomass_kg,
  mean_weight(c.own_{kind}_biomass_g, c.own_{kind}_count) AS farmer_{kind}_avg_weight_gram,
  share(c.own_{kind}_count, sum(c.own_{kind}_count) OVER ()) AS farmer_{kind}_count_rate_of_total_in_period,
  share(c.own_{kind}_biomass_g, sum(c.own_{kind}_biomass_g) OVER ()) AS farmer_{kind}_biomass_rate_of_total_in_period,
FROM cause c
CROSS JOIN total t
LEFT JOIN loss_category n ON n.level_3_code = c.category_code
ORDER BY published(c.loss_count, t.site_count) DESC NULLS LAST, c.category_code
OFFSET :offset LIMIT :row_limit
