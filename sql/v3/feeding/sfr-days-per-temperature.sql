/*
summary: Feeding days of a platform area by whole degrees of temperature, over the window
is_not: "Counts days on which a site was fed, not how much. Days without a temperature are left out, so the count is not the number of days fed."
family: feeding
period: week
order: platform area id, degrees
confidentiality:
  rule: "a degree's days are shown when they cover enough farmer groups, grouped as atoms are; shares when nothing of the area is left out"
with:
  - bound: {leaves: group_days, parent: platform_area_id, leaf: degrees, order: degrees}
fields:
  avg_temperature: {type: number, decimals: 2, unit: °C, meaning: mean temperature of the feeding days}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  count: {type: integer, unit: site-days, meaning: "benchmark feeding days: a day on which a site feeds and has a temperature"}
  rate_of_days_by_temperature: {type: number, unit: fraction, meaning: "share of the area's feeding days; null when some of them cannot be shown"}
*/
-- A row is a platform area and the degrees up to the next whole one. Sites at sea only. A hidden row is returned to a
-- caller with own days in it, with the temperature of those days. A site shared by several groups has one feeding day, which counts for each
-- of them.
WITH
fed_day AS (
  SELECT DISTINCT d.date, d.site_id, f.farmer_group_key
  FROM stock_day d
  JOIN farmer f ON f.farmer_id = d.farmer_id
  WHERE d.date BETWEEN :first_day AND :last_day
    AND d.feed_g > 0
    AND d.species_code IN (SELECT code FROM species WHERE is_counted)
    AND (:all_generations OR d.generation IN (:generations))
    AND in_weight_range(weight_class(d.avg_weight_gram), :weight_range_start, :weight_range_end)
),
warm_day AS (
  SELECT
    p.platform_area_id,
    CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees,
    d.date,
    d.site_id,
    d.farmer_group_key,
    coalesce(d.farmer_group_key = :own_group, false) AS is_own,
    t.temperature
  FROM fed_day d
  JOIN site_day_temperature t ON t.site_id = d.site_id AND t.date = d.date
  JOIN site_place p ON p.site_id = d.site_id
  WHERE t.date BETWEEN :first_day AND :last_day
    AND p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
    AND (:all_areas OR p.production_area_id IN (:areas))
),
group_days AS (
  SELECT platform_area_id, degrees, farmer_group_key, count(*) AS amount
  FROM warm_day
  GROUP BY 1, 2, 3
),
{bound},
-- a site's day is counted once
site_day AS (
  SELECT
    platform_area_id,
    degrees,
    max(temperature) FILTER (WHERE NOT (:exclude_self AND is_own)) AS temperature,
    max(temperature) FILTER (WHERE is_own) AS own_temperature
  FROM warm_day
  GROUP BY platform_area_id, degrees, site_id, date
),
degree AS (
  SELECT
    platform_area_id,
    degrees,
    count(temperature) AS days,
    sum(temperature) AS temperature_sum,
    count(own_temperature) AS own_days,
    sum(own_temperature) AS own_temperature_sum,
    sum(count(temperature)) OVER (PARTITION BY platform_area_id) AS area_days
  FROM site_day
  GROUP BY 1, 2
)
SELECT
  CASE WHEN b.is_atom THEN mean_degrees(d.temperature_sum, d.days)
    ELSE mean_degrees(d.own_temperature_sum, d.own_days) END AS avg_temperature,
  a.platform_area_name,
  CASE WHEN b.is_atom THEN d.days END AS count,
  CASE WHEN b.is_atom AND b.none_open THEN share(d.days, d.area_days) END AS rate_of_days_by_temperature
FROM degree d
JOIN bound b ON b.platform_area_id = d.platform_area_id AND b.degrees = d.degrees
JOIN (SELECT DISTINCT platform_area_id, platform_area_name FROM platform_area_member) a ON a.platform_area_id = d.platform_area_id
WHERE b.is_atom OR d.own_days > 0
ORDER BY d.platform_area_id, d.degrees
OFFSET :offset LIMIT :row_limit
