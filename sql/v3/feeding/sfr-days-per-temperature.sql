/*
summary: Feeding days of a platform area by whole degrees of temperature, over the window
is_not: "Counts days on which a site was fed and its temperature is known, not how much was fed and not all days fed. With a filter of generations or
    weights there is no benchmark."
family: feeding
period: week
order: platform area id, degrees
confidentiality:
  rule: "days count from the ledger alone, in atoms all of which pass the filter of areas; none are counted when generations or weights are filtered"
  sum: [count, rate_of_days_by_temperature]
  public: [avg_temperature]
fields:
  avg_temperature: {type: number, decimals: 2, unit: °C, meaning: "mean of the area's sea temperatures of these degrees: all days of its sites at sea,
      fed or not; of the caller's own feeding days where the benchmark is hidden"}
  platform_area_name: {type: string, meaning: Norwegian name of the platform area}
  count: {type: integer, unit: site-days, meaning: "benchmark feeding days: a day on which a site feeds and has a temperature"}
  rate_of_days_by_temperature: {type: number, unit: fraction, meaning: "share of all benchmark feeding days of the area, also of those that are in no
      degree's row; days of weeks in which too few companies fed to release any are in neither"}
*/
-- A row is a platform area and the degrees up to the next whole one. Sites at sea only. Benchmark values are of released pieces, as they were
-- when released: of atoms that lie in the areas asked for. A degree's row has the atoms that lie in it; an atom that spans degrees is in the
-- area's total alone. With a filter of generations or weights there are none: which days of a site remain would depend on one company's units,
-- and the difference of two requests would be its feeding days. A caller's own days are those of the present data that pass all filters; where
-- nothing is released they make a row with their temperature. Elsewhere it is that of the sea, of all sites at sea and days of the window: a mean
-- over feeding days would be a second sum of them with weights that everybody knows, and tell which sites fed. Callers who see all get the present
-- data. A site shared by several companies has one feeding day, which stays with exclude_self while another group fed there.
WITH
-- the present data: for callers who see all everybody's, else their own
fed_day AS (
  SELECT DISTINCT d.date, d.site_id
  FROM stock_day d
  JOIN farmer f ON f.farmer_id = d.farmer_id
  WHERE d.date BETWEEN :first_day AND :last_day
    AND d.feed_g > 0
    AND d.species_code IN (SELECT code FROM species WHERE is_counted)
    AND (:sees_all OR is_own(f.farmer_group_key, d.farmer_id, :own_group, :own))
    AND (:all_generations OR d.generation IN (:generations))
    AND in_weight_range(weight_class(d.avg_weight_gram), :weight_range_start, :weight_range_end)
),
warm_day AS (
  SELECT
    p.platform_area_id,
    CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees,
    t.temperature
  FROM fed_day d
  JOIN site_day_temperature t ON t.site_id = d.site_id AND t.date = d.date
  JOIN site_place p ON p.site_id = d.site_id
  WHERE t.date BETWEEN :first_day AND :last_day
    AND p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
    AND (:all_areas OR p.production_area_id IN (:areas))
),
-- the sea at each degree, the degree itself if the readings have changed since the release
sea AS (
  SELECT
    p.platform_area_id,
    CAST(floor(CAST(t.temperature AS DOUBLE)) AS INTEGER) AS degrees,
    mean_degrees(sum(t.temperature), count(t.temperature)) AS temperature
  FROM site_day_temperature t
  JOIN site_place p ON p.site_id = t.site_id
  WHERE t.date BETWEEN :first_day AND :last_day
    AND p.site_placement = 'offshore'
    AND p.platform_area_id IS NOT NULL
    AND (:all_areas OR p.production_area_id IN (:areas))
  GROUP BY 1, 2
),
-- what was released
released_day AS (
  SELECT
    piece_start(d.date) AS piece_start,
    d.date,
    d.site_id,
    m.platform_area_id,
    d.production_area_id,
    d.degrees,
    d.temperature,
    d.atom,
    d.atom_cells,
    NOT (:exclude_self AND coalesce(coalesce(f.farmer_group_key, d.farmer_group_key) = :own_group, false)) AS counts
  FROM released_site_day d
  JOIN platform_area_member m ON m.production_area_id = d.production_area_id
  LEFT JOIN farmer f ON f.farmer_id = d.farmer_id
  WHERE d.date BETWEEN :first_day AND :last_day
    AND NOT :sees_all
    AND :all_generations
    AND is_every_weight(:weight_range_start, :weight_range_end)
    AND (:all_areas OR d.production_area_id IN (:areas))
),
-- the atoms all of whose cells are among them, with their degrees if these are one
included AS (
  SELECT
    piece_start,
    atom,
    min(platform_area_id) AS platform_area_id,
    CASE WHEN min(degrees) = max(degrees) THEN min(degrees) END AS degrees
  FROM (SELECT DISTINCT piece_start, atom, atom_cells, platform_area_id, production_area_id, degrees FROM released_day) c
  GROUP BY 1, 2
  HAVING count(*) = max(atom_cells) AND min(platform_area_id) = max(platform_area_id)
),
benchmark_day AS (
  SELECT i.platform_area_id, i.degrees, max(d.temperature) FILTER (WHERE d.counts) AS temperature
  FROM released_day d
  JOIN included i ON i.piece_start = d.piece_start AND i.atom = d.atom
  GROUP BY i.platform_area_id, i.degrees, d.date, d.site_id
  UNION ALL
  SELECT platform_area_id, degrees, temperature
  FROM warm_day
  WHERE :sees_all
),
area AS (
  SELECT platform_area_id, count(temperature) AS days
  FROM benchmark_day
  GROUP BY 1
),
benchmark AS (
  SELECT platform_area_id, degrees, count(temperature) AS days
  FROM benchmark_day
  WHERE degrees IS NOT NULL
  GROUP BY 1, 2
),
own AS (
  SELECT platform_area_id, degrees, count(temperature) AS days, sum(temperature) AS temperature_sum
  FROM warm_day
  WHERE NOT :sees_all
  GROUP BY 1, 2
)
SELECT
  CASE WHEN b.days > 0 THEN coalesce(s.temperature, b.degrees)
    WHEN b.days IS NULL THEN mean_degrees(o.temperature_sum, o.days) END AS avg_temperature,
  p.platform_area_name,
  b.days AS count,
  CASE WHEN b.days IS NOT NULL THEN share(b.days, a.days) END AS rate_of_days_by_temperature
FROM benchmark b
FULL OUTER JOIN own o ON o.platform_area_id = b.platform_area_id AND o.degrees = b.degrees
JOIN (SELECT DISTINCT platform_area_id, platform_area_name FROM platform_area_member) p
  ON p.platform_area_id = coalesce(b.platform_area_id, o.platform_area_id)
LEFT JOIN area a ON a.platform_area_id = b.platform_area_id
LEFT JOIN sea s ON s.platform_area_id = b.platform_area_id AND s.degrees = b.degrees
ORDER BY p.platform_area_id, coalesce(b.degrees, o.degrees)
OFFSET :offset LIMIT :row_limit
