/*
summary: Mortality risk by month and region, with its best and worst sites and its level-1 causes
is_not: "Deaths only: culled fish are in none of these figures. Not the share of the fish stocked, and not the Veterinary Institute's published
    figure, which is a mean of sites."
family: mortality_v2
window: 36 complete months
look_back: 11 months
set: {by_country: false}
order: year, month, region (Sør, Midt, Nord)
confidentiality:
  rule: "benchmark values are sums over enough farmer groups, so that the difference of two reveals no group; the tenths are made once, for every
      caller, where they cover enough groups, also when known sums are subtracted; other values are null"
  sum: [number_of_sites, mortality_rate, vi_mortality_rate, mortality_code_rate]
  made_once: ["*_10_percent_*"]
with:
  - sea
  - sea: {as: loss}
each: {months: [3, 6, 12], horizon: [1_m, 3_m, 6_m, 12_m, year], code: [A, B, C, D, E, F], side: [highest, lowest]}
fields:
  year: {type: integer, meaning: the month's year}
  month: {type: integer, meaning: "the month, 1 to 12; the last 36 that the data cover to their last day"}
  region: {type: string, meaning: "Sør, Midt or Nord"}
  number_of_sites: {type: integer, unit: sites, meaning: benchmark sites at sea with fish in the month}
  mortality_rate:
    type: object
    meaning: "mortality risk of the benchmark, all sites pooled: over 1, 3, 6 and 12 months to this one, and from January to it"
    keys:
      "{horizon}": {type: number, unit: fraction, meaning: "risk over {horizon}"}
  vi_mortality_rate:
    type: object
    meaning: "the same weighted by biomass: grams lost and grams at risk"
    keys:
      "{horizon}": {type: number, unit: fraction, meaning: "risk over {horizon}"}
  mortality_code_rate:
    type: object
    meaning: "the month's mortality rate by level-1 code, fish at risk being all; 0 where a code has no losses; not cumulative"
    keys:
      "{code}": {type: number, unit: fraction per month, meaning: "causes of level 1 {code}"}
  "{side}_10_percent_avg_rate":
    type: object
    meaning: "mean risk of the tenth of the sites with the {side}, rounded up, of all companies, the caller's own too, as it was made when the month
        was
        released: to two digits, the second 0 or 5; the country's is the mean of its regions' that are shown; null with fewer than 10 sites, or when
        they belong to too few farmer groups"
    keys:
      "{horizon}": {type: number, unit: fraction, meaning: "risk over {horizon}"}
  "{side}_10_percent_avg_vi_rate":
    type: object
    meaning: "the same weighted by biomass"
    keys:
      "{horizon}": {type: number, unit: fraction, meaning: "risk over {horizon}"}
*/
-- Sites at sea only; those outside every production area count for the country only. A region's risk over several months needs a rate in every
-- month; a hidden month has none. Decisions where the definitions are silent: a code's rate is 0 only in a month with a rate; the first month of the
-- data counts as complete even if the data begin within it.
WITH
total AS (
  SELECT
    month,
    region,
    sum(fish_days) FILTER (WHERE counts) AS fish_days,
    sum(biomass_days) FILTER (WHERE counts) AS biomass_days,
    sum(mortality_count) FILTER (WHERE counts) AS mortality_count,
    sum(mortality_biomass_g) FILTER (WHERE counts) AS mortality_biomass_g,
    CASE WHEN bool_or(is_open) THEN count(DISTINCT site_number) FILTER (WHERE counts) END AS site_count
  FROM sea
  GROUP BY 1, 2
),
rate AS (
  SELECT
    total.*,
    CAST(day(month_end(month)) AS INTEGER) AS days,
    period_rate(mortality_count, fish_days, day(month_end(month))) AS rate,
    period_rate(mortality_biomass_g, biomass_days, day(month_end(month))) AS vi_rate
  FROM total
),
risk AS (
  SELECT
    rate.*,
    cumulative_risk(rate, CASE WHEN rate IS NOT NULL THEN 1 END, 1) AS mortality_rate__1_m,
    cumulative_risk(sum(rate) OVER last_{months}, count(rate) OVER last_{months}, {months}) AS mortality_rate__{months}_m,
    cumulative_risk(sum(rate) OVER this_year, count(rate) OVER this_year, month(month)) AS mortality_rate__year,
    cumulative_risk(vi_rate, CASE WHEN vi_rate IS NOT NULL THEN 1 END, 1) AS vi_mortality_rate__1_m,
    cumulative_risk(sum(vi_rate) OVER last_{months}, count(vi_rate) OVER last_{months}, {months}) AS vi_mortality_rate__{months}_m,
    cumulative_risk(sum(vi_rate) OVER this_year, count(vi_rate) OVER this_year, month(month)) AS vi_mortality_rate__year
  FROM rate
  WINDOW
    last_3 AS (PARTITION BY region ORDER BY month RANGE BETWEEN INTERVAL '2' MONTH PRECEDING AND CURRENT ROW),
    last_6 AS (PARTITION BY region ORDER BY month RANGE BETWEEN INTERVAL '5' MONTH PRECEDING AND CURRENT ROW),
    last_12 AS (PARTITION BY region ORDER BY month RANGE BETWEEN INTERVAL '11' MONTH PRECEDING AND CURRENT ROW),
    this_year AS (PARTITION BY region, year(month) ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
-- of a region there is one tenth; of the country the mean of its regions', by their sites
tenth AS (
  SELECT
    month,
    CASE WHEN :by_country THEN 'Norge' ELSE production_region_name END AS region,
    CAST(sum(site_count * exact_mean(value, 1)) FILTER (WHERE measure = 'rate' AND side = '{side}' AND horizon = '{horizon}') AS DOUBLE) / sum(site_count) FILTER (WHERE measure = 'rate' AND side = '{side}' AND horizon = '{horizon}') AS {side}_10_percent_avg_rate__{horizon},
    CAST(sum(site_count * exact_mean(value, 1)) FILTER (WHERE measure = 'vi_rate' AND side = '{side}' AND horizon = '{horizon}') AS DOUBLE) / sum(site_count) FILTER (WHERE measure = 'vi_rate' AND side = '{side}' AND horizon = '{horizon}') AS {side}_10_percent_avg_vi_rate__{horizon},
  FROM site_tenth
  WHERE is_shown OR :sees_all
  GROUP BY 1, 2
),
code_loss AS (
  SELECT
    month,
    region,
    coalesce(sum(mortality_count) FILTER (WHERE substr(category_code, 1, 1) = '{code}'), 0) AS {code}_count,
  FROM loss_sea
  WHERE counts
  GROUP BY 1, 2
)
SELECT
  CAST(year(r.month) AS INTEGER) AS year,
  CAST(month(r.month) AS INTEGER) AS month,
  r.region,
  r.site_count AS number_of_sites,
  r.mortality_rate__{horizon},
  r.vi_mortality_rate__{horizon},
  period_rate(coalesce(l.{code}_count, 0), r.fish_days, r.days) AS mortality_code_rate__{code},
  CASE WHEN r.site_count IS NOT NULL THEN x.{side}_10_percent_avg_rate__{horizon} END AS {side}_10_percent_avg_rate__{horizon},
  CASE WHEN r.site_count IS NOT NULL THEN x.{side}_10_percent_avg_vi_rate__{horizon} END AS {side}_10_percent_avg_vi_rate__{horizon},
FROM risk r
LEFT JOIN tenth x ON x.month = r.month AND x.region = r.region
LEFT JOIN code_loss l ON l.month = r.month AND l.region = r.region
WHERE r.month >= :first_day
ORDER BY r.month, region_order(r.region)
