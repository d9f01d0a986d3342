-- A treatment with its week and its place.
-- held soon: there are few of them, and the treatment routes read all of their columns
CREATE VIEW placed_treatment AS
SELECT
  t.treatment_id,
  t.date,
  week_start(t.date) AS week,
  t.farmer_id AS owner_id,
  t.site_id,
  t.unit_ids,
  t.species_code,
  t.treatment_category,
  t.treatment_target,
  t.treatment_subtype,
  concat(t.treatment_category, ' - ', t.treatment_target) AS category_target_combination,
  t.requires_handling,
  t.is_antibiotic,
  t.treatment_site_scope,
  t.number_of_units_treated,
  t.treatment_count,
  CASE WHEN t.is_antibiotic THEN t.treatment_count ELSE 0 END AS antibiotic_count,
  CASE WHEN t.requires_handling THEN t.treatment_count ELSE 0 END AS handling_count,
  t.system_source,
  t.data_source,
  p.site_placement,
  p.production_area_id,
  p.production_area_name,
  p.production_region_name
FROM treatment t
JOIN site_place p ON p.site_id = t.site_id;

-- The treatments in production areas, once for callers who see all, as they are now, and once for the others: those that were released with their
-- weeks, since these were open to view; and the authority's, which everybody may see. The species comes from the company's fish, so the
-- authority's that were not released have none.
CREATE VIEW seen_treatment AS
SELECT
  true AS sees_all,
  t.week,
  t.date,
  t.production_area_id,
  t.production_area_name,
  t.species_code,
  t.treatment_category,
  t.treatment_target,
  t.site_id,
  t.owner_id,
  t.treatment_count,
  t.antibiotic_count,
  t.handling_count
FROM placed_treatment t
WHERE t.production_area_id IS NOT NULL
UNION ALL
SELECT
  false AS sees_all,
  week_start(t.date) AS week,
  t.date,
  t.production_area_id,
  a.area_name AS production_area_name,
  t.species_code,
  t.treatment_category,
  t.treatment_target,
  t.site_id,
  t.owner_id,
  t.treatment_count,
  CASE WHEN t.is_antibiotic THEN t.treatment_count ELSE 0 END AS antibiotic_count,
  CASE WHEN t.requires_handling THEN t.treatment_count ELSE 0 END AS handling_count
FROM released_treatment t
JOIN production_area a ON a.area_id = t.production_area_id
UNION ALL
SELECT
  false AS sees_all,
  t.week,
  t.date,
  t.production_area_id,
  t.production_area_name,
  CAST(NULL AS VARCHAR) AS species_code,
  t.treatment_category,
  t.treatment_target,
  t.site_id,
  t.owner_id,
  t.treatment_count,
  t.antibiotic_count,
  t.handling_count
FROM placed_treatment t
LEFT JOIN released_treatment r
  ON r.date = t.date
  AND r.site_id = t.site_id
  AND r.treatment_id = t.treatment_id
  AND r.owner_id IS NULL
WHERE t.owner_id IS NULL
  AND t.production_area_id IS NOT NULL
  AND r.treatment_id IS NULL;

-- The treated unit or whole site of each treatment at sea, with its week and place: as they are now, for callers who see all and for companies,
-- which see their own; and as they were released with their weeks, for the others, with whether that week of its generation and of its
-- weight group was open to view: the authority's treatments carry a company's generation and weight too. On land no treatment counts for a
-- generation, which begins at sea. Parts are those of whole_treatment(), and weights are in ten-thousandths of a gram, so that sums do not
-- depend on their order.
-- held in the background: as placed_treatment
CREATE VIEW placed_touch AS
SELECT
  false AS is_released,
  t.date,
  week_start(t.date) AS week,
  t.site_id,
  t.treatment_id,
  t.owner_id,
  t.farmer_id,
  t.cohort_id,
  t.generation,
  weight_group(t.avg_weight_gram, 500) AS weight_group_gram,
  unit_part(t.units) AS part,
  CAST(round(t.avg_weight_gram * 1e4 * unit_part(t.units)) AS BIGINT) AS fine_gram,
  t.treatment_category,
  t.treatment_target,
  concat(t.treatment_category, ' - ', t.treatment_target) AS category_target_combination,
  t.treatment_count,
  CASE WHEN t.is_antibiotic THEN t.treatment_count ELSE 0 END AS antibiotic_count,
  p.site_placement,
  p.production_area_id,
  p.production_region_name,
  true AS is_open_generation,
  true AS is_open_band
FROM treatment_touch t
JOIN site_place p ON p.site_id = t.site_id AND p.site_placement = 'offshore'
UNION ALL
SELECT
  true AS is_released,
  t.date,
  week_start(t.date) AS week,
  t.site_id,
  t.treatment_id,
  t.owner_id,
  t.farmer_id,
  CAST(NULL AS VARCHAR) AS cohort_id,
  t.generation,
  t.weight_group_gram,
  unit_part(t.units) AS part,
  CAST(NULL AS BIGINT) AS fine_gram,
  t.treatment_category,
  t.treatment_target,
  concat(t.treatment_category, ' - ', t.treatment_target) AS category_target_combination,
  t.treatment_count,
  CASE WHEN t.is_antibiotic THEN t.treatment_count ELSE 0 END AS antibiotic_count,
  'offshore' AS site_placement,
  t.production_area_id,
  a.production_region_name,
  t.is_open_generation,
  t.is_open_band
FROM released_touch t
LEFT JOIN area_place a ON a.production_area_id = t.production_area_id;

-- The weeks of production areas of which callers who do not see all lack something: companies have fish at sea there, and not all of it lies in
-- released atoms inside the area. The second part is of fish that wait: a site's generation has more cells than were released in atoms. A week of
-- which treatments were released was open then, and stays so when a company delivers fish into it later.
-- held soon: as treatment_week
CREATE VIEW closed_area_week AS
SELECT week_start(piece_start) AS week, production_area_id
FROM (
  SELECT piece_start, production_area_id, atom, count(*) AS cells, max(atom_cells) AS atom_cells
  FROM (
    SELECT DISTINCT piece_start, production_area_id, generation, weight_class, atom, atom_cells
    FROM released_stock_cell
    WHERE site_placement = 'offshore'
      AND production_area_id IS NOT NULL
  ) d
  GROUP BY 1, 2, 3
) c
WHERE atom IS NULL OR cells < atom_cells
UNION
SELECT week_start(c.piece_start) AS week, c.production_area_id
FROM (
  SELECT k.piece_start, p.production_area_id, k.site_id, k.farmer_id, k.generation, count(*) AS cells
  FROM stock_cell k
  JOIN site_place p ON p.site_id = k.site_id AND p.site_placement = 'offshore' AND p.production_area_id IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5
) c
LEFT JOIN (
  SELECT piece_start, site_id, farmer_id, generation, count(*) AS cells
  FROM released_stock_cell
  WHERE site_placement = 'offshore'
    AND atom IS NOT NULL
  GROUP BY 1, 2, 3, 4
) r
  ON r.piece_start = c.piece_start
  AND r.site_id = c.site_id
  AND r.farmer_id = c.farmer_id
  AND r.generation = c.generation
LEFT JOIN (SELECT DISTINCT week_start(date) AS week, production_area_id FROM released_treatment) t
  ON t.week = week_start(c.piece_start)
  AND t.production_area_id = c.production_area_id
WHERE coalesce(r.cells, 0) < c.cells
  AND t.week IS NULL;

-- How many weeks in a row, up to and with one of treatments, lack nothing for callers who do not see all. After the last released week
-- every one lacks something in an area in which companies have fish: what they treat there is not told yet.
-- held soon: as treatment_week
CREATE VIEW open_area_weeks AS
WITH
last_week AS (
  SELECT max(week_start(piece_start)) AS week
  FROM released_stock_cell
),
stocked_area AS (
  SELECT DISTINCT p.production_area_id
  FROM stock_cell c
  JOIN site_place p ON p.site_id = c.site_id AND p.site_placement = 'offshore'
),
area_week AS (
  SELECT DISTINCT t.production_area_id, t.week, a.production_area_id IS NOT NULL AND (l.week IS NULL OR t.week > l.week) AS is_closed
  FROM seen_treatment t
  CROSS JOIN last_week l
  LEFT JOIN stocked_area a ON a.production_area_id = t.production_area_id
  WHERE NOT t.sees_all
  UNION ALL
  SELECT production_area_id, week, true AS is_closed
  FROM closed_area_week
)
SELECT
  production_area_id,
  week,
  week_index(week) - coalesce(max(CASE WHEN is_closed THEN week_index(week) END)
    OVER (PARTITION BY production_area_id ORDER BY week ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS open_weeks
FROM (SELECT production_area_id, week, bool_or(is_closed) AS is_closed FROM area_week GROUP BY 1, 2) w;

-- Treatments of a production area, species and ISO week, with sums over the weeks before; once for callers who see all, and once
-- for the others. Weeks without treatments have no row and count as
-- 0: look-back values are sums over ranges of weeks. The weeks before the snapshot's first treatment also count as 0 in the 4-week
-- mean and the changes; the value of a year before is null until the data reach back, and comparisons with 12 or 52 weeks check
-- weeks_before, the weeks since that first one. A look-back value is null where one of its weeks, or the week itself, lacks something for
-- the caller: treatments that are not shown are not 0. Sums have 64 bits, which are read much faster than longer ones; squares may need more.
-- held soon: the treatment routes look back over all of it in every request
CREATE VIEW treatment_week AS
WITH
first_week AS (
  SELECT min(week_start(date)) AS week
  FROM treatment
),
area_week AS (
  SELECT
    sees_all,
    week,
    production_area_id,
    production_area_name,
    species_code,
    CAST(sum(treatment_count) AS BIGINT) AS total,
    count(DISTINCT site_id) AS sites,
    count(DISTINCT owner_id) AS owners,
    count(DISTINCT date) AS days,
    count(DISTINCT treatment_category) AS categories,
    CAST(sum(antibiotic_count) AS BIGINT) AS antibiotic,
    CAST(coalesce(sum(treatment_count) FILTER (WHERE treatment_category = 'Mechanical'), 0) AS BIGINT) AS mechanical,
    CAST(coalesce(sum(treatment_count) FILTER (WHERE treatment_category = 'Bath'), 0) AS BIGINT) AS bath,
    CAST(coalesce(sum(treatment_count) FILTER (WHERE treatment_category = 'Thermal'), 0) AS BIGINT) AS thermal,
    CAST(coalesce(sum(treatment_count) FILTER (WHERE treatment_target = 'Lice'), 0) AS BIGINT) AS lice,
    CAST(coalesce(sum(treatment_count) FILTER (WHERE treatment_target = 'Parasites'), 0) AS BIGINT) AS parasites,
    CAST(coalesce(sum(treatment_count) FILTER (WHERE treatment_target = 'Bacteria'), 0) AS BIGINT) AS bacteria
  FROM seen_treatment
  GROUP BY 1, 2, 3, 4, 5
),
-- weeks by number, so that a window frame can count back
numbered_week AS (
  SELECT a.*, week_index(a.week) AS week_number, CASE WHEN a.sees_all THEN week_index(a.week) ELSE o.open_weeks END AS open_weeks
  FROM area_week a
  LEFT JOIN open_area_weeks o ON o.week = a.week AND o.production_area_id = a.production_area_id
),
looking_back AS (
  SELECT
    a.*,
    CASE WHEN open_weeks >= 2 THEN CAST(coalesce(sum(total) OVER last_week, 0) AS BIGINT) END AS last_week_total,
    CASE WHEN open_weeks >= 4 THEN CAST(sum(total) OVER last_4 AS BIGINT) END AS total_4,
    CASE WHEN open_weeks >= 8 THEN CAST(coalesce(sum(total) OVER earlier_4, 0) AS BIGINT) END AS earlier_total_4,
    CASE WHEN open_weeks >= 13 THEN CAST(coalesce(sum(total) OVER earlier_12, 0) AS BIGINT) END AS total_12,
    CASE WHEN open_weeks >= 13 THEN coalesce(sum(CAST(total AS DOUBLE) * total) OVER earlier_12, 0) END AS squares_12,
    CASE WHEN open_weeks >= 53 THEN CAST(coalesce(sum(total) OVER earlier_52, 0) AS BIGINT) END AS total_52
  FROM numbered_week a
  WINDOW
    last_week AS (PARTITION BY sees_all, production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING),
    last_4 AS (PARTITION BY sees_all, production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 3 PRECEDING AND CURRENT ROW),
    earlier_4 AS (PARTITION BY sees_all, production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 7 PRECEDING AND 4 PRECEDING),
    earlier_12 AS (PARTITION BY sees_all, production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 12 PRECEDING AND 1 PRECEDING),
    earlier_52 AS (PARTITION BY sees_all, production_area_id, species_code ORDER BY week_number
      RANGE BETWEEN 52 PRECEDING AND 1 PRECEDING)
)
SELECT
  w.*,
  w.week_number - week_index(f.week) AS weeks_before,
  CASE WHEN week_a_year_before(w.week) >= f.week AND (w.sees_all OR w.open_weeks >= 1 AND c.week IS NULL) THEN coalesce(y.total, 0) END
    AS year_before_total
FROM looking_back w
CROSS JOIN first_week f
LEFT JOIN closed_area_week c ON c.week = week_a_year_before(w.week) AND c.production_area_id = w.production_area_id
LEFT JOIN area_week y
  ON y.sees_all = w.sees_all
  AND y.week = week_a_year_before(w.week)
  AND y.production_area_id = w.production_area_id
  AND y.species_code IS NOT DISTINCT FROM w.species_code;

-- The same for each category and target, each a separate series, with the totals of the area, species and week.
-- held soon: as treatment_week
CREATE VIEW treatment_series_week AS
WITH
series_week AS (
  SELECT
    sees_all,
    week,
    production_area_id,
    production_area_name,
    species_code,
    treatment_category,
    treatment_target,
    CAST(sum(treatment_count) AS BIGINT) AS total,
    count(DISTINCT site_id) AS sites,
    count(DISTINCT owner_id) AS owners,
    CAST(sum(handling_count) AS BIGINT) AS handling,
    CAST(sum(antibiotic_count) AS BIGINT) AS antibiotic
  FROM seen_treatment
  GROUP BY 1, 2, 3, 4, 5, 6, 7
),
numbered_week AS (
  SELECT s.*, week_index(s.week) AS week_number, CASE WHEN s.sees_all THEN week_index(s.week) ELSE o.open_weeks END AS open_weeks
  FROM series_week s
  LEFT JOIN open_area_weeks o ON o.week = s.week AND o.production_area_id = s.production_area_id
)
SELECT
  s.*,
  s.week_number - (SELECT min(week_index(week_start(date))) FROM treatment) AS weeks_before,
  CAST(sum(total) OVER area_week AS BIGINT) AS area_total,
  CAST(sum(handling) OVER area_week AS BIGINT) AS area_handling,
  CAST(sum(antibiotic) OVER area_week AS BIGINT) AS area_antibiotic,
  CASE WHEN open_weeks >= 2 THEN CAST(coalesce(sum(total) OVER last_week, 0) AS BIGINT) END AS last_week_total,
  CASE WHEN open_weeks >= 4 THEN CAST(sum(total) OVER last_4 AS BIGINT) END AS total_4,
  CASE WHEN open_weeks >= 8 THEN CAST(coalesce(sum(total) OVER earlier_4, 0) AS BIGINT) END AS earlier_total_4,
  CASE WHEN open_weeks >= 13 THEN CAST(coalesce(sum(total) OVER earlier_12, 0) AS BIGINT) END AS total_12,
  CASE WHEN open_weeks >= 13 THEN coalesce(sum(CAST(total AS DOUBLE) * total) OVER earlier_12, 0) END AS squares_12,
  CASE WHEN open_weeks >= 53 THEN CAST(coalesce(sum(total) OVER earlier_52, 0) AS BIGINT) END AS total_52
FROM numbered_week s
WINDOW
  area_week AS (PARTITION BY sees_all, production_area_id, species_code, week),
  last_week AS (PARTITION BY sees_all, production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING),
  last_4 AS (PARTITION BY sees_all, production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 3 PRECEDING AND CURRENT ROW),
  earlier_4 AS (PARTITION BY sees_all, production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 7 PRECEDING AND 4 PRECEDING),
  earlier_12 AS (PARTITION BY sees_all, production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 12 PRECEDING AND 1 PRECEDING),
  earlier_52 AS (PARTITION BY sees_all, production_area_id, species_code, treatment_category, treatment_target ORDER BY week_number
    RANGE BETWEEN 52 PRECEDING AND 1 PRECEDING);
