/*
summary: How the losses of each weight are distributed over the top level of causes
is_not: "Shares of a weight group's losses, by the cause that the farm registered, unknown causes included. Not the risk at that weight: a group with
    few losses has shares as large as one with many."
family: mortality
period: week
paging: single
order: weight group, level 1 code
parameters:
  weight_bucket: {type: integer, min: 100, max: 5000, default: 500, meaning: "width of a weight group, grams"}
takes: [placement]
confidentiality: {rule: benchmark, sum: [rate, mortality_rate, culling_rate], public: [weight_group]}
rows: [{weight_group: "weight_group(weight_class, :weight_bucket)"}]
losses: [mortality_count, culling_count, loss_count]
with: [cause]
each: {kind: [loss, mortality, culling]}
fields:
  category_code_level_1: {type: string, meaning: top level of the code list}
  category_name: {type: string, meaning: Norwegian name of the top level}
  weight_group: {type: integer, unit: gram, meaning: "midpoint of the weight group, rounded down"}
  rate: {type: number, unit: fraction, meaning: "share of the weight group's losses, benchmark"}
  mortality_rate: {type: number, unit: fraction, meaning: "share of the weight group's deaths, benchmark"}
  culling_rate: {type: number, unit: fraction, meaning: "share of the weight group's culled fish, benchmark"}
  farmer_rate: {type: number, unit: fraction, meaning: "share of the weight group's losses, the caller's own"}
  farmer_mortality_rate: {type: number, unit: fraction, meaning: "share of the weight group's deaths, the caller's own"}
  farmer_culling_rate: {type: number, unit: fraction, meaning: "share of the weight group's culled fish, the caller's own"}
*/
-- Decided here: a row exists for a level-1 code with losses in the weight group, of the benchmark or of the caller.
WITH
level_1_cause AS (
  SELECT
    weight_group,
    substr(category_code, 1, 1) AS level_1_code,
    sum({kind}_count) AS {kind}_count,
    sum(own_{kind}_count) AS own_{kind}_count,
    sum(sum({kind}_count)) OVER (PARTITION BY weight_group) AS all_{kind}_count,
    sum(sum(own_{kind}_count)) OVER (PARTITION BY weight_group) AS own_all_{kind}_count,
  FROM cause
  GROUP BY 1, 2
),
level_1 AS (
  SELECT level_1_code, min(level_1_name) AS level_1_name
  FROM loss_category
  GROUP BY 1
)
SELECT
  c.level_1_code AS category_code_level_1,
  n.level_1_name AS category_name,
  c.weight_group,
  share(c.loss_count, c.all_loss_count) AS rate,
  share(c.mortality_count, c.all_mortality_count) AS mortality_rate,
  share(c.culling_count, c.all_culling_count) AS culling_rate,
  share(c.own_loss_count, c.own_all_loss_count) AS farmer_rate,
  share(c.own_mortality_count, c.own_all_mortality_count) AS farmer_mortality_rate,
  share(c.own_culling_count, c.own_all_culling_count) AS farmer_culling_rate
FROM level_1_cause c
LEFT JOIN level_1 n ON n.level_1_code = c.level_1_code
WHERE c.loss_count > 0 OR c.own_loss_count > 0
ORDER BY c.weight_group, c.level_1_code
