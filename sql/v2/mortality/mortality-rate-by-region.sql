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
  rule: "benchmark values are sums over enough farmer groups, so that the difference of two reveals no group; other values are null"
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
    meaning: "mean risk of the tenth of the sites with the {side}, rounded up, never the caller's own group's; null with fewer than 10 sites, or when
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
-- month; a hidden month has none. The best and worst sites are among those with fish that counts in the row, the caller's own group's left out:
-- whoever has fish on a site in the month is one of its groups. Decisions where the definitions are silent: a code's rate is 0 only in a month with
-- a rate; the first month of the data counts as complete even if the data begin within it; the tenth is of the sites that have a value for the same
-- horizon; values that agree to 12 decimals are ties.
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
-- the sites that take part in the extremes: those of others, since one of the caller's own made worst would push another's rate out of the mean
own_site AS (
  SELECT DISTINCT month, region, site_number
  FROM sea
  WHERE is_own
),
-- ties go to the lower site number; rounded, so that the last digit of a sum does not break a tie
ranked AS (
  SELECT
    s.month,
    s.region,
    s.horizon,
    s.site_number,
    s.value,
    count(*) OVER (PARTITION BY s.month, s.region, s.horizon) AS site_count,
    row_number() OVER (PARTITION BY s.month, s.region, s.horizon ORDER BY round(s.value, 12) DESC, s.site_number) AS from_top,
    row_number() OVER (PARTITION BY s.month, s.region, s.horizon ORDER BY round(s.value, 12), s.site_number) AS from_bottom
  FROM site_risk s
  LEFT JOIN own_site o ON o.month = s.month AND o.region = s.region AND o.site_number = s.site_number
  WHERE s.sees_all = :sees_all
    AND (s.region = 'Norge') = :by_country
    AND o.site_number IS NULL
),
-- the first ceil(n / 10) from either end: those whose place is below n / 10 + 1
extreme_site AS (
  SELECT *
  FROM (
    SELECT
      r.month,
      r.region,
      r.horizon,
      v.side,
      r.site_number,
      r.value,
      r.site_count,
      CASE WHEN v.side = 'highest' THEN r.from_top ELSE r.from_bottom END AS place
    FROM ranked r
    CROSS JOIN (VALUES ('highest'), ('lowest')) AS v(side)
  ) p
  WHERE site_count >= 10
    AND (place - 1) * 10 < site_count
),
-- the groups with fish on them in the month
extreme_group AS (
  SELECT e.month, e.region, e.horizon, e.side, count(DISTINCT g.farmer_group_key) AS groups
  FROM extreme_site e
  JOIN (SELECT DISTINCT month, region, site_number, farmer_group_key FROM sea WHERE is_open) g
    ON g.month = e.month AND g.region = e.region AND g.site_number = e.site_number
  GROUP BY 1, 2, 3, 4
),
-- summed in the order of the list, so that the same sites give the same last digit
extreme_mean AS (
  SELECT month, region, horizon, side, sum(value ORDER BY place) / count(value) AS value
  FROM extreme_site
  GROUP BY 1, 2, 3, 4
),
extreme AS (
  SELECT
    m.month,
    m.region,
    max(m.value) FILTER (WHERE m.side = '{side}' AND m.horizon = 'rate__{horizon}') AS {side}_10_percent_avg_rate__{horizon},
    max(m.value) FILTER (WHERE m.side = '{side}' AND m.horizon = 'vi_rate__{horizon}') AS {side}_10_percent_avg_vi_rate__{horizon},
  FROM extreme_mean m
  JOIN extreme_group g ON g.month = m.month AND g.region = m.region AND g.horizon = m.horizon AND g.side = m.side
  WHERE :sees_all OR are_enough(g.groups, :min_farmers, false)
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
LEFT JOIN extreme x ON x.month = r.month AND x.region = r.region
LEFT JOIN code_loss l ON l.month = r.month AND l.region = r.region
WHERE r.month >= :first_day
ORDER BY r.month, region_order(r.region)
