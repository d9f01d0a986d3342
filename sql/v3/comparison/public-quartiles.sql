/*
summary: Quartiles of the loss risk of all sites in Norway, as the Veterinary Institute publishes them, and where the caller's own sites stand
is_not: "No benchmark of the platform: the quartiles are of all sites of the country, counted from what they report to the authority each month. They
    know neither the fish's size, generation nor illnesses, which /v3/comparison/expected-loss does."
family: comparison_public
period: month
look_back: 42 months
order: "period, species, production areas south to north, the country last, own site by number, generation"
confidentiality: own
parameters:
  kind: {type: choice, values: [month, year_to_date, cycle], default: month, meaning: "of which time the risk is: the month, the year from January up
      to the month, or the cycles that were finished in the year; of cycles the years that the window touches"}
  species: {type: species, meaning: "FAO species codes, SAL or TRR, comma separated; all when absent"}
fields:
  period: {type: date, meaning: "the month's first day, of cycles the year's"}
  kind: {type: string, meaning: as requested}
  species_code: {type: string, meaning: SAL or TRR}
  region: {type: string, meaning: "production area by number, 1 & 2 or 12 & 13, or Norge; rows by county are not here, since a site's county is not
      known"}
  production_area_ids: {type: "integer[]", meaning: "the region's production areas that pass the filter; none of the country"}
  q1: {type: number, unit: percent, decimals: 2, meaning: "first quartile of the risks of the region's sites: a quarter of them had no more"}
  median: {type: number, unit: percent, decimals: 2, meaning: their median}
  q3: {type: number, unit: percent, decimals: 2, meaning: "their third quartile: a quarter of them had no less"}
  farmer_site_id: {type: string, meaning: "a site at sea of the caller's own company in the region, one a row; null where it has none, without
      raw:read, and for callers who are not farmers"}
  farmer_generation: {type: string, meaning: "of cycles the generation, year class by sea transfer; else null"}
  farmer_risk: {type: number, unit: percent, decimals: 2, meaning: "its risk by the Institute's formula: 100 x (1 - exp(-rate)), the rate of a month
      being losses / mean of the fish at its beginning and at its end; rates are added up from January, or over the cycle's months. Null where a
      month with fish has no delivered day among its last seven, and in a year of which the company's data lack the beginning"}
  farmer_quarter: {type: integer, meaning: "1 if the risk, in two decimals, is at most q1, 2 at most the median, 3 at most q3, else 4"}
  source: {type: string, meaning: "who publishes the quartiles, under the Norwegian Licence for Open Government Data (NLOD)"}
  source_date: {type: date, meaning: the day on which they were received}
*/
-- The Institute's formula is institute_rate. A month's losses are the fish found dead and culled; its opening number is that of the first day, 0
-- where none was delivered; its closing number is what the site's last delivered day left, if that is one of the month's last seven. Own months are
-- complete ones with fish. Decided here: a finished cycle closes its last month at 0 unless it had fish on the month's last day, and is one by the
-- rules of /v3/comparison/cycles, since the Institute's (8 to 24 months at sea) are close. The filter of areas selects regions by their production
-- areas, and own sites; the country is always there.
WITH
published AS (
  SELECT species_code, period, geo_group, region, q1, median, q3, source, received_on
  FROM public_quartile
  WHERE kind = :kind
    AND geo_group <> 'county'
    AND (:all_species OR species_code IN (:species))
    AND (CASE WHEN kind = 'cycle' THEN plus_months(period, 12) > CAST(:first_day AS DATE) ELSE period >= CAST(:first_day AS DATE) END)
    AND period <= CAST(:last_day AS DATE)
),
region_area AS (
  SELECT
    r.region,
    min(a.area_id) AS first_area,
    array_agg(a.area_id ORDER BY a.area_id) FILTER (WHERE :all_areas OR a.area_id IN (:areas)) AS production_area_ids
  FROM (SELECT DISTINCT region FROM published WHERE geo_group = 'area') r
  JOIN production_area a ON is_in_region(r.region, a.area_id)
  GROUP BY 1
),
own_day AS (
  SELECT
    d.site_id,
    d.species_code,
    d.generation,
    d.date,
    month_start(d.date) AS month,
    sum(d.fish_count) AS fish_count,
    sum(d.mortality_count + d.culling_count) AS lost_count
  FROM stock_day d
  JOIN site_place p ON p.site_id = d.site_id AND p.site_placement = 'offshore'
  WHERE d.farmer_id = :own_farmer
    AND NOT :aggregates_only
    AND (:all_areas OR p.production_area_id IN (:areas))
    AND d.date BETWEEN :read_from AND plus_months(:last_day, 12)
    AND d.species_code IN (SELECT code FROM species WHERE is_counted)
  GROUP BY 1, 2, 3, 4
),
closing_day AS (
  SELECT site_id, month, max(date) AS date
  FROM own_day
  WHERE date_diff('day', date, month_end(date)) < 7
    AND month < first_incomplete_month(:complete_through)
  GROUP BY 1, 2
),
-- of each generation, so that months can be summed over all of them and cycles over one
own_month AS (
  SELECT
    d.site_id,
    d.species_code,
    d.generation,
    d.month,
    c.date AS closing_day,
    sum(d.lost_count) AS lost_count,
    max(d.fish_count) AS most_fish,
    coalesce(sum(d.fish_count) FILTER (WHERE d.date = d.month), 0) AS opening_count,
    coalesce(sum(d.fish_count - d.lost_count) FILTER (WHERE d.date = c.date), 0) AS closing_count
  FROM own_day d
  LEFT JOIN closing_day c ON c.site_id = d.site_id AND c.month = d.month
  WHERE d.month < first_incomplete_month(:complete_through)
  GROUP BY 1, 2, 3, 4, 5
),
site_month AS (
  SELECT
    site_id,
    species_code,
    month,
    CASE WHEN closing_day IS NOT NULL THEN institute_rate(sum(lost_count), sum(opening_count), sum(closing_count)) END AS rate
  FROM own_month
  GROUP BY site_id, species_code, month, closing_day
  HAVING max(most_fish) > 0
),
own_begin AS (
  SELECT min(first_date) AS date
  FROM cohort_year
  WHERE farmer_id = :own_farmer
),
site_year AS (
  SELECT
    site_id,
    species_code,
    month,
    CASE WHEN count(rate) OVER so_far = count(*) OVER so_far THEN sum(rate) OVER so_far END AS rate
  FROM site_month
  WINDOW so_far AS (PARTITION BY site_id, species_code, year(month) ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
),
own_cycle AS (
  SELECT c.site_id, c.generation, c.first_day, c.last_day
  FROM cycle c
  JOIN site s ON s.site_id = c.site_id
  WHERE c.farmer_id = :own_farmer
    AND NOT :aggregates_only
    AND is_for_growing(s.purpose)
    AND counts_as_cycle(c.first_day, c.last_day, c.stocked_count, c.lost_count, :data_begin, :complete_through)
),
cycle_month AS (
  SELECT
    m.site_id,
    m.species_code,
    m.generation,
    c.first_day,
    c.last_day,
    m.month,
    CASE WHEN m.month = month_start(c.last_day) AND c.last_day < month_end(c.last_day) THEN institute_rate(m.lost_count, m.opening_count, 0)
      WHEN m.closing_day IS NOT NULL THEN institute_rate(m.lost_count, m.opening_count, m.closing_count) END AS rate
  FROM own_month m
  JOIN own_cycle c ON c.site_id = m.site_id AND c.generation = m.generation AND m.month BETWEEN month_start(c.first_day) AND c.last_day
),
own AS (
  SELECT site_id, species_code, CAST(NULL AS VARCHAR) AS generation, month AS period, percent_risk(rate) AS risk
  FROM site_month
  WHERE :kind = 'month'
  UNION ALL
  SELECT
    y.site_id, y.species_code, CAST(NULL AS VARCHAR), y.month,
    CASE WHEN b.date <= period_start(y.month, 'year') THEN percent_risk(y.rate) END
  FROM site_year y
  CROSS JOIN own_begin b
  WHERE :kind = 'year_to_date'
  UNION ALL
  SELECT
    site_id, species_code, generation, period_start(last_day, 'year'),
    CASE WHEN count(rate) = date_diff('month', month_start(first_day), month_start(last_day)) + 1 THEN percent_risk(sum(rate ORDER BY month)) END
  FROM cycle_month
  WHERE :kind = 'cycle'
  GROUP BY site_id, species_code, generation, first_day, last_day
),
placed AS (
  SELECT o.*, p.production_area_id
  FROM own o
  JOIN site_place p ON p.site_id = o.site_id
)
SELECT
  q.period,
  :kind AS kind,
  q.species_code,
  q.region,
  r.production_area_ids,
  CAST(q.q1 AS DOUBLE) AS q1,
  CAST(q.median AS DOUBLE) AS median,
  CAST(q.q3 AS DOUBLE) AS q3,
  o.site_id AS farmer_site_id,
  o.generation AS farmer_generation,
  o.risk AS farmer_risk,
  quarter_of(o.risk, q.q1, q.median, q.q3) AS farmer_quarter,
  q.source,
  q.received_on AS source_date
FROM published q
LEFT JOIN region_area r ON q.geo_group = 'area' AND r.region = q.region
LEFT JOIN placed o
  ON o.period = q.period AND o.species_code = q.species_code AND (q.geo_group = 'country' OR is_in_region(q.region, o.production_area_id))
WHERE q.geo_group = 'country' OR :all_areas OR r.production_area_ids IS NOT NULL
ORDER BY q.period, q.species_code, CASE WHEN q.geo_group = 'country' THEN 1 ELSE 0 END, r.first_area, q.region,
  site_order(o.site_id), o.site_id, generation_order(o.generation), o.generation
OFFSET :offset LIMIT :row_limit
