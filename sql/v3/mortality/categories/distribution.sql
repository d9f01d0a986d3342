/*
summary: How a month's losses are distributed over their causes
is_not: "A share of the losses is not a risk: it grows when other causes fall. Causes are those that the farm registered, unknown causes included;
    loss counts culled fish too, so it is not what fish died of."
family: mortality
period: month
order: month, category code
takes: [placement]
confidentiality: {rule: benchmark, sum: [loss_count, loss_biomass_kg, "loss_rate_*", total_loss_rate]}
rows: [month]
sums: [fish_days, biomass_days, loss_count, loss_biomass_g]
losses: [loss_count, loss_biomass_g]
with: [total, cause]
fields:
  loss_month: {type: date, meaning: the month's first day}
  loss_category_code: {type: string, meaning: registered code of the cause}
  loss_count: {type: integer, unit: fish, meaning: benchmark losses of the cause}
  loss_biomass_kg: {type: number, unit: kg, meaning: benchmark biomass lost to the cause}
  loss_rate_count: {type: number, unit: fraction, meaning: "the cause's share of the benchmark's losses, by count"}
  loss_rate_biomass: {type: number, unit: fraction, meaning: "the cause's share of the benchmark's losses, by biomass"}
  farmer_loss_count: {type: integer, unit: fish, meaning: the caller's own losses of the cause}
  farmer_loss_biomass_kg: {type: number, unit: kg, meaning: the caller's own biomass lost to the cause}
  farmer_loss_rate_count: {type: number, unit: fraction, meaning: "the cause's share of the caller's own losses, by count"}
  farmer_loss_rate_biomass: {type: number, unit: fraction, meaning: "the cause's share of the caller's own losses, by biomass"}
  loss_rate_count_of_inventory: {type: number, unit: fraction per month, meaning: "benchmark losses of the cause over the month's mean stock, by
      count"}
  loss_rate_biomass_of_inventory: {type: number, unit: fraction per month, meaning: "benchmark losses of the cause over the month's mean stock, by
      biomass"}
  farmer_loss_rate_count_of_inventory: {type: number, unit: fraction per month, meaning: "the caller's own, by count"}
  farmer_loss_rate_biomass_of_inventory: {type: number, unit: fraction per month, meaning: "the caller's own, by biomass"}
  total_loss_rate: {type: number, unit: fraction per month, meaning: "benchmark losses of all causes per mean fish at risk"}
  farmer_total_loss_rate: {type: number, unit: fraction per month, meaning: "the caller's own, of all causes"}
  category_name: {type: string, meaning: Norwegian name of the cause}
  category_short_name: {type: string, meaning: short Norwegian name of the cause}
  category_code_level_1: {type: string, meaning: top level of the code list}
  category_code_level_2: {type: string, meaning: second level of the code list}
  is_complete: {type: boolean, meaning: "whether the data cover the month; rates of a month that is not complete are scaled to the whole one and say
      little"}
*/
-- Decided here: loss_month is the month's first day. A cause that the code list does not have keeps its row, without names.
WITH
month_total AS (
  SELECT total.*, CAST(day(month_end(month)) AS INTEGER) AS days
  FROM total
)
SELECT
  c.month AS loss_month,
  c.category_code AS loss_category_code,
  published(c.loss_count, t.site_count) AS loss_count,
  kilograms(published(c.loss_biomass_g, t.site_count)) AS loss_biomass_kg,
  share(c.loss_count, t.loss_count) AS loss_rate_count,
  share(c.loss_biomass_g, t.loss_biomass_g) AS loss_rate_biomass,
  own_count(c.own_loss_count, :is_farmer) AS farmer_loss_count,
  kilograms(own_count(c.own_loss_biomass_g, :is_farmer)) AS farmer_loss_biomass_kg,
  share(c.own_loss_count, t.own_loss_count) AS farmer_loss_rate_count,
  share(c.own_loss_biomass_g, t.own_loss_biomass_g) AS farmer_loss_rate_biomass,
  period_rate(c.loss_count, t.fish_days, t.days) AS loss_rate_count_of_inventory,
  period_rate(c.loss_biomass_g, t.biomass_days, t.days) AS loss_rate_biomass_of_inventory,
  period_rate(c.own_loss_count, t.own_fish_days, t.days) AS farmer_loss_rate_count_of_inventory,
  period_rate(c.own_loss_biomass_g, t.own_biomass_days, t.days) AS farmer_loss_rate_biomass_of_inventory,
  period_rate(t.loss_count, t.fish_days, t.days) AS total_loss_rate,
  period_rate(t.own_loss_count, t.own_fish_days, t.days) AS farmer_total_loss_rate,
  n.category_name,
  n.category_name_short AS category_short_name,
  substr(c.category_code, 1, 1) AS category_code_level_1,
  n.level_2_code AS category_code_level_2,
  month_end(c.month) <= :complete_through AS is_complete
FROM cause c
JOIN month_total t ON t.month = c.month
LEFT JOIN loss_category n ON n.level_3_code = c.category_code
ORDER BY c.month, c.category_code
OFFSET :offset LIMIT :row_limit
