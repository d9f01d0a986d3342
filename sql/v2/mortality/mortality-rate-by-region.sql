/*
summary: Mortality risk by month and region, with its best and worst sites and its level-1 causes
family: mortality_v2
set: {by_country: false}
order: year, month, region (Sør, Midt, Nord)
fields:
  year: {type: integer, meaning: the month's year}
  month: {type: integer, meaning: "the month, 1 to 12; the last 36 that the data cover to their last day"}
  region: {type: string, meaning: "Sør, Midt or Nord"}
  number_of_sites: {type: integer, unit: sites, meaning: benchmark sites at sea with fish in the month}
  mortality_rate:
    type: object
    meaning: "mortality risk of the benchmark, all sites pooled"
    keys:
      1_m: {type: number, unit: fraction, meaning: over this month}
      3_m: {type: number, unit: fraction, meaning: over 3 months to this one}
      6_m: {type: number, unit: fraction, meaning: over 6 months to this one}
      12_m: {type: number, unit: fraction, meaning: over 12 months to this one}
      year: {type: number, unit: fraction, meaning: from January to this month}
  vi_mortality_rate:
    type: object
    meaning: "the same weighted by biomass: grams lost and grams at risk"
    keys:
      1_m: {type: number, unit: fraction, meaning: over this month}
      3_m: {type: number, unit: fraction, meaning: over 3 months to this one}
      6_m: {type: number, unit: fraction, meaning: over 6 months to this one}
      12_m: {type: number, unit: fraction, meaning: over 12 months to this one}
      year: {type: number, unit: fraction, meaning: from January to this month}
  mortality_code_rate:
    type: object
    meaning: "the month's mortality rate by level-1 code, fish at risk being all; 0 where a code has no losses; not cumulative"
    keys:
      A: {type: number, unit: fraction per month, meaning: causes of level 1 A}
      B: {type: number, unit: fraction per month, meaning: causes of level 1 B}
      C: {type: number, unit: fraction per month, meaning: causes of level 1 C}
      D: {type: number, unit: fraction per month, meaning: causes of level 1 D}
      E: {type: number, unit: fraction per month, meaning: causes of level 1 E}
      F: {type: number, unit: fraction per month, meaning: causes of level 1 F}
  highest_10_percent_avg_rate:
    type: object
    meaning: "mean risk of the tenth of the sites with the highest, rounded up; null with fewer than 10 sites"
    keys:
      1_m: {type: number, unit: fraction, meaning: over this month}
      3_m: {type: number, unit: fraction, meaning: over 3 months to this one}
      6_m: {type: number, unit: fraction, meaning: over 6 months to this one}
      12_m: {type: number, unit: fraction, meaning: over 12 months to this one}
      year: {type: number, unit: fraction, meaning: from January to this month}
  lowest_10_percent_avg_rate:
    type: object
    meaning: "mean risk of the tenth of the sites with the lowest"
    keys:
      1_m: {type: number, unit: fraction, meaning: over this month}
      3_m: {type: number, unit: fraction, meaning: over 3 months to this one}
      6_m: {type: number, unit: fraction, meaning: over 6 months to this one}
      12_m: {type: number, unit: fraction, meaning: over 12 months to this one}
      year: {type: number, unit: fraction, meaning: from January to this month}
  highest_10_percent_avg_vi_rate:
    type: object
    meaning: "the highest, weighted by biomass"
    keys:
      1_m: {type: number, unit: fraction, meaning: over this month}
      3_m: {type: number, unit: fraction, meaning: over 3 months to this one}
      6_m: {type: number, unit: fraction, meaning: over 6 months to this one}
      12_m: {type: number, unit: fraction, meaning: over 12 months to this one}
      year: {type: number, unit: fraction, meaning: from January to this month}
  lowest_10_percent_avg_vi_rate:
    type: object
    meaning: "the lowest, weighted by biomass"
    keys:
      1_m: {type: number, unit: fraction, meaning: over this month}
      3_m: {type: number, unit: fraction, meaning: over 3 months to this one}
      6_m: {type: number, unit: fraction, meaning: over 6 months to this one}
      12_m: {type: number, unit: fraction, meaning: over 12 months to this one}
      year: {type: number, unit: fraction, meaning: from January to this month}
*/
-- Sites at sea only; those outside every production area count for the country alone. A site's or a region's risk over several
-- months needs a rate in every one of them; a month that is hidden has none. Decisions where the definitions are silent:
-- the tenth is of the sites that have a value for that very horizon; whether it may be shown is asked of the farmer groups, the
-- caller's own left aside, with fish on those sites in the row's month, and of the cell itself; ties are judged at 12 decimals; a
-- code's rate is 0 only where there is a rate at all; the data's first month counts as complete also when they begin within it.
WITH
site_group_month AS (
  SELECT
    m.month,
    CASE WHEN :by_country THEN 'Norge' ELSE p.production_region_name END AS region,
    m.site_id,
    f.farmer_group_key,
    coalesce(f.farmer_group_key = :own_group, false) AS is_own,
    sum(m.fish_days) AS fish_days,
    sum(m.mortality_count) AS mortality_count,
    sum(m.biomass_days) AS biomass_days,
    sum(m.mortality_biomass) AS mortality_biomass
  FROM site_farmer_month m
  JOIN site_place p ON p.site_id = m.site_id
  JOIN farmer f ON f.farmer_id = m.farmer_id
  WHERE p.site_placement = 'offshore'
    AND (:by_country OR p.production_region_name IS NOT NULL)
  GROUP BY 1, 2, 3, 4
  HAVING sum(m.fish_days) > 0
),
site_month AS (
  SELECT
    month,
    region,
    site_id,
    sum(fish_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS fish_days,
    sum(mortality_count) FILTER (WHERE NOT (:exclude_self AND is_own)) AS mortality_count,
    sum(biomass_days) FILTER (WHERE NOT (:exclude_self AND is_own)) AS biomass_days,
    sum(mortality_biomass) FILTER (WHERE NOT (:exclude_self AND is_own)) AS mortality_biomass
  FROM site_group_month
  GROUP BY 1, 2, 3
),
cell_group AS (
  SELECT month, region, count(DISTINCT farmer_group_key) FILTER (WHERE NOT is_own) AS other_groups
  FROM site_group_month
  GROUP BY 1, 2
),
cell AS (
  SELECT
    s.month,
    s.region,
    CAST(day(month_end(s.month)) AS INTEGER) AS days,
    g.other_groups,
    count(s.fish_days) AS site_count,
    sum(s.fish_days) AS fish_days,
    sum(s.mortality_count) AS mortality_count,
    sum(s.biomass_days) AS biomass_days,
    sum(s.mortality_biomass) AS mortality_biomass
  FROM site_month s
  JOIN cell_group g ON g.month = s.month AND g.region = s.region
  GROUP BY 1, 2, 3, 4
),
-- one series of monthly rates for each site, and one for the whole cell (without a site)
rate AS (
  SELECT
    month,
    region,
    site_id,
    period_rate(mortality_count, fish_days, day(month_end(month))) AS count_rate,
    period_rate(mortality_biomass, biomass_days, day(month_end(month))) AS biomass_rate
  FROM site_month
  UNION ALL
  SELECT
    month,
    region,
    CAST(NULL AS VARCHAR) AS site_id,
    published(period_rate(mortality_count, fish_days, days), other_groups, :min_groups) AS count_rate,
    published(period_rate(mortality_biomass, biomass_days, days), other_groups, :min_groups) AS biomass_rate
  FROM cell
),
risk AS (
  SELECT
    month,
    region,
    site_id,
    cumulative_risk(count_rate, CASE WHEN count_rate IS NOT NULL THEN 1 END, 1) AS risk_1,
    cumulative_risk(sum(count_rate) OVER last_3, count(count_rate) OVER last_3, 3) AS risk_3,
    cumulative_risk(sum(count_rate) OVER last_6, count(count_rate) OVER last_6, 6) AS risk_6,
    cumulative_risk(sum(count_rate) OVER last_12, count(count_rate) OVER last_12, 12) AS risk_12,
    cumulative_risk(sum(count_rate) OVER this_year, count(count_rate) OVER this_year, month(month)) AS risk_year,
    cumulative_risk(biomass_rate, CASE WHEN biomass_rate IS NOT NULL THEN 1 END, 1) AS vi_risk_1,
    cumulative_risk(sum(biomass_rate) OVER last_3, count(biomass_rate) OVER last_3, 3) AS vi_risk_3,
    cumulative_risk(sum(biomass_rate) OVER last_6, count(biomass_rate) OVER last_6, 6) AS vi_risk_6,
    cumulative_risk(sum(biomass_rate) OVER last_12, count(biomass_rate) OVER last_12, 12) AS vi_risk_12,
    cumulative_risk(sum(biomass_rate) OVER this_year, count(biomass_rate) OVER this_year, month(month)) AS vi_risk_year
  FROM rate
  WINDOW
    last_3 AS (PARTITION BY region, site_id ORDER BY month RANGE BETWEEN INTERVAL '2' MONTH PRECEDING AND CURRENT ROW),
    last_6 AS (PARTITION BY region, site_id ORDER BY month RANGE BETWEEN INTERVAL '5' MONTH PRECEDING AND CURRENT ROW),
    last_12 AS (PARTITION BY region, site_id ORDER BY month RANGE BETWEEN INTERVAL '11' MONTH PRECEDING AND CURRENT ROW),
    this_year AS (PARTITION BY region, site_id, year(month) ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
horizon(name) AS (
  VALUES
    ('rate__1_m'), ('rate__3_m'), ('rate__6_m'), ('rate__12_m'), ('rate__year'),
    ('vi_rate__1_m'), ('vi_rate__3_m'), ('vi_rate__6_m'), ('vi_rate__12_m'), ('vi_rate__year')
),
site_value AS (
  SELECT
    r.month,
    r.region,
    r.site_id,
    h.name AS horizon,
    CASE
      WHEN h.name = 'rate__1_m' THEN r.risk_1
      WHEN h.name = 'rate__3_m' THEN r.risk_3
      WHEN h.name = 'rate__6_m' THEN r.risk_6
      WHEN h.name = 'rate__12_m' THEN r.risk_12
      WHEN h.name = 'rate__year' THEN r.risk_year
      WHEN h.name = 'vi_rate__1_m' THEN r.vi_risk_1
      WHEN h.name = 'vi_rate__3_m' THEN r.vi_risk_3
      WHEN h.name = 'vi_rate__6_m' THEN r.vi_risk_6
      WHEN h.name = 'vi_rate__12_m' THEN r.vi_risk_12
      WHEN h.name = 'vi_rate__year' THEN r.vi_risk_year
    END AS value
  FROM risk r
  CROSS JOIN horizon h
  WHERE r.site_id IS NOT NULL
    AND r.month >= plus_months(first_incomplete_month(:data_end), -36)
),
-- ties go to the lower site number; rounded here, so that a sum's last digit makes no difference where there is none
ranked AS (
  SELECT
    site_value.*,
    count(*) OVER (PARTITION BY month, region, horizon) AS site_count,
    row_number() OVER (PARTITION BY month, region, horizon
      ORDER BY round(value, 12) DESC, TRY_CAST(site_id AS BIGINT) NULLS LAST, site_id) AS from_top,
    row_number() OVER (PARTITION BY month, region, horizon
      ORDER BY round(value, 12), TRY_CAST(site_id AS BIGINT) NULLS LAST, site_id) AS from_bottom
  FROM site_value
  WHERE value IS NOT NULL
),
-- the first ceil(n / 10) from either end: those whose place is below n / 10 + 1
extreme_site AS (
  SELECT month, region, horizon, 'highest' AS side, site_id, value, from_top AS place
  FROM ranked
  WHERE site_count >= 10 AND (from_top - 1) * 10 < site_count
  UNION ALL
  SELECT month, region, horizon, 'lowest' AS side, site_id, value, from_bottom AS place
  FROM ranked
  WHERE site_count >= 10 AND (from_bottom - 1) * 10 < site_count
),
extreme_group AS (
  SELECT
    e.month,
    e.region,
    e.horizon,
    e.side,
    count(DISTINCT g.farmer_group_key) FILTER (WHERE NOT g.is_own) AS other_groups
  FROM extreme_site e
  JOIN site_group_month g ON g.month = e.month AND g.region = e.region AND g.site_id = e.site_id
  GROUP BY 1, 2, 3, 4
),
-- summed in the order of the list, so that the same sites give the same last digit
extreme_mean AS (
  SELECT month, region, horizon, side, sum(value ORDER BY place) / count(value) AS value
  FROM extreme_site
  GROUP BY 1, 2, 3, 4
),
extreme_published AS (
  SELECT
    m.month,
    m.region,
    m.horizon,
    m.side,
    published(published(m.value, g.other_groups, :min_groups), c.other_groups, :min_groups) AS value
  FROM extreme_mean m
  JOIN extreme_group g
    ON g.month = m.month AND g.region = m.region AND g.horizon = m.horizon AND g.side = m.side
  JOIN cell_group c ON c.month = m.month AND c.region = m.region
),
extreme AS (
  SELECT
    month,
    region,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'rate__1_m') AS highest_10_percent_avg_rate__1_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'rate__3_m') AS highest_10_percent_avg_rate__3_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'rate__6_m') AS highest_10_percent_avg_rate__6_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'rate__12_m') AS highest_10_percent_avg_rate__12_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'rate__year') AS highest_10_percent_avg_rate__year,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'rate__1_m') AS lowest_10_percent_avg_rate__1_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'rate__3_m') AS lowest_10_percent_avg_rate__3_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'rate__6_m') AS lowest_10_percent_avg_rate__6_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'rate__12_m') AS lowest_10_percent_avg_rate__12_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'rate__year') AS lowest_10_percent_avg_rate__year,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'vi_rate__1_m') AS highest_10_percent_avg_vi_rate__1_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'vi_rate__3_m') AS highest_10_percent_avg_vi_rate__3_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'vi_rate__6_m') AS highest_10_percent_avg_vi_rate__6_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'vi_rate__12_m') AS highest_10_percent_avg_vi_rate__12_m,
    max(value) FILTER (WHERE side = 'highest' AND horizon = 'vi_rate__year') AS highest_10_percent_avg_vi_rate__year,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'vi_rate__1_m') AS lowest_10_percent_avg_vi_rate__1_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'vi_rate__3_m') AS lowest_10_percent_avg_vi_rate__3_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'vi_rate__6_m') AS lowest_10_percent_avg_vi_rate__6_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'vi_rate__12_m') AS lowest_10_percent_avg_vi_rate__12_m,
    max(value) FILTER (WHERE side = 'lowest' AND horizon = 'vi_rate__year') AS lowest_10_percent_avg_vi_rate__year
  FROM extreme_published
  GROUP BY 1, 2
),
-- by cause first, which is quick over many rows; then by its level 1
cause_month AS (
  SELECT
    month_start(l.date) AS month,
    CASE WHEN :by_country THEN 'Norge' ELSE p.production_region_name END AS region,
    l.category_code,
    sum(l.loss_count) AS mortality_count
  FROM loss_day l
  JOIN site_place p ON p.site_id = l.site_id
  WHERE l.date >= plus_months(first_incomplete_month(:data_end), -36)
    AND l.date < first_incomplete_month(:data_end)
    AND l.loss_type = 'mortality'
    AND p.site_placement = 'offshore'
    AND (:by_country OR p.production_region_name IS NOT NULL)
    AND NOT (:exclude_self AND l.farmer_id IN (SELECT farmer_id FROM farmer WHERE farmer_group_key = :own_group))
  GROUP BY 1, 2, 3
),
code_loss AS (
  SELECT
    month,
    region,
    sum(mortality_count) FILTER (WHERE substr(category_code, 1, 1) = 'A') AS a_count,
    sum(mortality_count) FILTER (WHERE substr(category_code, 1, 1) = 'B') AS b_count,
    sum(mortality_count) FILTER (WHERE substr(category_code, 1, 1) = 'C') AS c_count,
    sum(mortality_count) FILTER (WHERE substr(category_code, 1, 1) = 'D') AS d_count,
    sum(mortality_count) FILTER (WHERE substr(category_code, 1, 1) = 'E') AS e_count,
    sum(mortality_count) FILTER (WHERE substr(category_code, 1, 1) = 'F') AS f_count
  FROM cause_month
  GROUP BY 1, 2
)
SELECT
  CAST(year(c.month) AS INTEGER) AS year,
  CAST(month(c.month) AS INTEGER) AS month,
  c.region,
  c.site_count AS number_of_sites,
  r.risk_1 AS mortality_rate__1_m,
  r.risk_3 AS mortality_rate__3_m,
  r.risk_6 AS mortality_rate__6_m,
  r.risk_12 AS mortality_rate__12_m,
  r.risk_year AS mortality_rate__year,
  r.vi_risk_1 AS vi_mortality_rate__1_m,
  r.vi_risk_3 AS vi_mortality_rate__3_m,
  r.vi_risk_6 AS vi_mortality_rate__6_m,
  r.vi_risk_12 AS vi_mortality_rate__12_m,
  r.vi_risk_year AS vi_mortality_rate__year,
  published(period_rate(coalesce(l.a_count, 0), c.fish_days, c.days), c.other_groups, :min_groups) AS mortality_code_rate__A,
  published(period_rate(coalesce(l.b_count, 0), c.fish_days, c.days), c.other_groups, :min_groups) AS mortality_code_rate__B,
  published(period_rate(coalesce(l.c_count, 0), c.fish_days, c.days), c.other_groups, :min_groups) AS mortality_code_rate__C,
  published(period_rate(coalesce(l.d_count, 0), c.fish_days, c.days), c.other_groups, :min_groups) AS mortality_code_rate__D,
  published(period_rate(coalesce(l.e_count, 0), c.fish_days, c.days), c.other_groups, :min_groups) AS mortality_code_rate__E,
  published(period_rate(coalesce(l.f_count, 0), c.fish_days, c.days), c.other_groups, :min_groups) AS mortality_code_rate__F,
  x.highest_10_percent_avg_rate__1_m,
  x.highest_10_percent_avg_rate__3_m,
  x.highest_10_percent_avg_rate__6_m,
  x.highest_10_percent_avg_rate__12_m,
  x.highest_10_percent_avg_rate__year,
  x.lowest_10_percent_avg_rate__1_m,
  x.lowest_10_percent_avg_rate__3_m,
  x.lowest_10_percent_avg_rate__6_m,
  x.lowest_10_percent_avg_rate__12_m,
  x.lowest_10_percent_avg_rate__year,
  x.highest_10_percent_avg_vi_rate__1_m,
  x.highest_10_percent_avg_vi_rate__3_m,
  x.highest_10_percent_avg_vi_rate__6_m,
  x.highest_10_percent_avg_vi_rate__12_m,
  x.highest_10_percent_avg_vi_rate__year,
  x.lowest_10_percent_avg_vi_rate__1_m,
  x.lowest_10_percent_avg_vi_rate__3_m,
  x.lowest_10_percent_avg_vi_rate__6_m,
  x.lowest_10_percent_avg_vi_rate__12_m,
  x.lowest_10_percent_avg_vi_rate__year
FROM cell c
JOIN risk r ON r.month = c.month AND r.region = c.region AND r.site_id IS NULL
LEFT JOIN extreme x ON x.month = c.month AND x.region = c.region
LEFT JOIN code_loss l ON l.month = c.month AND l.region = c.region
WHERE c.month >= plus_months(first_incomplete_month(:data_end), -36)
ORDER BY c.month, region_order(c.region)
