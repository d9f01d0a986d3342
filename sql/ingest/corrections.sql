-- What a delivery takes away. A file replaces all days of a site from its first to its last, and a list replaces the lake's: what they lack goes. At
-- the end: weights and feed that change a hundredfold, as where a file has another unit of measure, and what a delivery corrects.

-- name: held_stock
-- What the lake has of the delivered sites and the delivery lacks.
SELECT o.date, u.farmer_id, u.site_id, u.unit_id AS part, CAST(NULL AS BIGINT) AS gram
FROM old_unit_day AS o
JOIN name_unit AS u ON u.unit = o.unit
WHERE NOT EXISTS (SELECT 1 FROM in_stock AS i WHERE i.date = o.date AND i.unit = o.unit)

-- name: held_losses
SELECT o.date, u.farmer_id, u.site_id, u.unit_id AS part, CAST(NULL AS BIGINT) AS gram
FROM old_unit_loss AS o
JOIN name_unit AS u ON u.unit = o.unit
WHERE NOT EXISTS (SELECT 1 FROM in_losses AS i WHERE i.date = o.date AND i.unit = o.unit)

-- name: held_feeding
SELECT o.date, u.farmer_id, u.site_id, u.unit_id AS part, o.feed_g AS gram
FROM old_unit_day AS o
JOIN name_unit AS u ON u.unit = o.unit
WHERE o.feed_g IS NOT NULL AND NOT EXISTS (SELECT 1 FROM in_feeding AS i WHERE i.date = o.date AND i.unit = o.unit)

-- name: held_temperatures
SELECT o.date, o.farmer_id, o.site_id, coalesce(o.depth_m || ' m', '') AS part, CAST(NULL AS BIGINT) AS gram
FROM touched_temperature AS o
WHERE o.data_source = 'farmer' AND NOT EXISTS (SELECT 1 FROM good_temperatures AS i
  WHERE i.date = o.date AND i.farmer_id = o.farmer_id AND i.site_id = o.site_id AND i.depth_m IS NOT DISTINCT FROM o.depth_m)

-- name: held_lice
SELECT o.date, o.farmer_id, o.site_id, coalesce(o.unit_id, '') AS part, CAST(NULL AS BIGINT) AS gram
FROM touched_lice AS o
WHERE NOT EXISTS (SELECT 1 FROM good_lice AS i
  WHERE i.date = o.date AND i.farmer_id = o.farmer_id AND i.site_id = o.site_id AND i.unit_id IS NOT DISTINCT FROM o.unit_id)

-- name: held_treatments
SELECT o.date, o.farmer_id, o.site_id, o.treatment_id AS part, CAST(NULL AS BIGINT) AS gram
FROM touched_treatment AS o
WHERE o.data_source = 'farmer' AND NOT EXISTS (SELECT 1 FROM good_treatments AS i
  WHERE i.farmer_id = o.farmer_id AND i.treatment_id = o.treatment_id)

-- name: gone
-- Of it, what lies in the days that a file replaces.
SELECT min(s.file_no) AS file_no, o.farmer_id, o.site_id, o.part, o.date, max(o.gram) AS gram
FROM ({held}) AS o
JOIN {span} AS s ON s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date
GROUP BY o.farmer_id, o.site_id, o.part, o.date

-- name: told
-- A text for each file: of its sites that lose more days than the delivery brings, and of the others. A day goes if the delivery has no row of
-- the site on it; a first or last day far from all others may be mistyped.
WITH brought AS (
  SELECT farmer_id, site_id, date, count(*) AS brought_rows
  FROM {good_rows}
  SEMI JOIN gone USING (farmer_id, site_id)
  GROUP BY farmer_id, site_id, date
),
edges AS (
  SELECT farmer_id, site_id, count(*) AS days, list_sort(list(date)) AS day
  FROM brought
  GROUP BY farmer_id, site_id
),
site AS (
  SELECT
    file_no, farmer_id, site_id, count(*) AS rows_gone, sum(gram) AS gram, min(date) AS first_date, max(date) AS last_date,
    count(DISTINCT date) FILTER (b.brought_rows IS NULL) AS days_gone
  FROM gone
  LEFT JOIN brought AS b USING (farmer_id, site_id, date)
  GROUP BY file_no, farmer_id, site_id
),
judged AS (
  SELECT
    s.*, e.days, s.days_gone > e.days AS is_most, s.days_gone > getvariable('replace_days') AS is_too_much,
    CASE WHEN e.day[2] - e.day[1] > greatest(31, e.day[-1] - e.day[2]) THEN e.day[1]
      WHEN e.day[-1] - e.day[-2] > greatest(31, e.day[-2] - e.day[1]) THEN e.day[-1] END AS lone_day
  FROM site AS s
  JOIN edges AS e USING (farmer_id, site_id)
),
most AS (
  SELECT
    file_no, is_too_much, count(*) AS sites,
    list(days_gone || if(days_gone = 1, ' day', ' days') || ' of ' || site_id || ' from ' || first_date || ' to ' || last_date
      || ' (' || rows_gone || ' ' || :noun || coalesce(', ' || CAST(round(gram / 1000) AS BIGINT) || ' kg', '') || ') and brings ' || days
      || coalesce(', of which ' || lone_day || ' lies far from all others: look for a mistyped date', '')
      ORDER BY days_gone DESC, site_id) AS texts
  FROM judged
  WHERE is_most OR is_too_much
  GROUP BY file_no, is_too_much
),
part AS (
  SELECT file_no, site_id, if(:noun = 'treatments', '', part) AS part, count(*) AS n, min(date) AS first_date, max(date) AS last_date
  FROM gone
  SEMI JOIN (SELECT * FROM judged WHERE NOT (is_most OR is_too_much)) USING (file_no, farmer_id, site_id)
  GROUP BY ALL
)
SELECT
  file_no, is_too_much, 'takes away ' || if(is_too_much, 'more than ' || getvariable('replace_days') || ' days of a site: ', '')
    || array_to_string(texts[:5], '; ') || if(sites > 5, '; and days of ' || (sites - 5) || ' more sites', '')
FROM most
UNION ALL
SELECT
  file_no, false, if(sum(n) = 1, '1 of the ' || :noun || ' of the lake is', sum(n) || ' ' || :noun || ' of the lake are') || ' not in the file: '
    || array_to_string(list(trim(site_id || ' ' || part) || ' (' || n || ')' ORDER BY site_id, part)[:10], ', ')
    || if(count(*) > 10, ' and ' || (count(*) - 10) || ' more', '') || ', from ' || min(first_date) || ' to ' || max(last_date)
FROM part
GROUP BY file_no
ORDER BY ALL

-- name: sites_gone
-- A text of the sites that a list of the lake has, and the delivered one lacks; too much if they are more than it has. Reports have the sites of
-- each of their weeks; a list has no weeks.
WITH brought AS (
  SELECT DISTINCT site_id, week FROM ({brought})
),
gone_site AS (
  SELECT o.site_id, o.week
  FROM (SELECT DISTINCT site_id, week FROM ({held})) AS o
  WHERE NOT EXISTS (SELECT 1 FROM brought AS b WHERE b.site_id = o.site_id AND b.week IS NOT DISTINCT FROM o.week)
),
week AS (
  SELECT g.week, g.gone, coalesce(b.sites, 0) AS sites
  FROM (SELECT week, count(*) AS gone FROM gone_site GROUP BY week) AS g
  LEFT JOIN (SELECT week, count(*) AS sites FROM brought GROUP BY week) AS b ON b.week IS NOT DISTINCT FROM g.week
),
site AS (
  SELECT site_id, count(*) AS n, min(week) AS first_week, max(week) AS last_week FROM gone_site GROUP BY site_id
)
SELECT
  (SELECT bool_or(gone > sites) FROM week),
  'lacks ' || count(*) || if(count(*) = 1, ' site', ' sites') || ' that the lake has'
    || coalesce(' in weeks from ' || min(first_week) || ' to ' || max(last_week) || ', with ' || sum(n) || if(sum(n) = 1, ' row', ' rows'), '')
    || ': ' || array_to_string(list(site_id ORDER BY site_id)[:5], ', ') || if(count(*) > 5, ' and others', '')
    || (SELECT coalesce('; of the week of ' || arg_max(week, gone - sites) || ' it has ', '; it has ')
      || arg_max(sites, gone - sites) FROM week)
FROM site
HAVING count(*) > 0

-- name: held_register
SELECT site_id, CAST(NULL AS DATE) AS week FROM old_site

-- name: brought_register
SELECT site_id, CAST(NULL AS DATE) AS week FROM delivered_site

-- name: held_companies
SELECT site_id, CAST(NULL AS DATE) AS week FROM old_site_farmer

-- name: brought_companies
SELECT site_id, CAST(NULL AS DATE) AS week FROM good_site_farmers

-- name: held_waters
SELECT site_id, CAST(NULL AS DATE) AS week FROM old_site WHERE marine_type_code IS NOT NULL

-- name: brought_waters
SELECT site_id, CAST(NULL AS DATE) AS week FROM good_site_marine_types

-- name: held_lice_report
SELECT site_id, week FROM old_lice_week WHERE data_source = 'barentswatch' AND week IN (SELECT week FROM report_week WHERE target = 'lice')

-- name: brought_lice_report
SELECT site_id, week FROM report_lice WHERE data_source = 'barentswatch'

-- name: held_measures
SELECT site_id, monday(date) AS week FROM old_treatment
WHERE treatment_id LIKE 'lice-%' AND data_source = 'authority' AND monday(date) IN (SELECT week FROM report_week WHERE target = 'treatment')

-- name: brought_measures
SELECT site_id, monday(date) AS week FROM report_treatment WHERE treatment_id LIKE 'lice-%'

-- name: jumps_stock
-- A text for each file that changes the mean weight of a unit's fish a hundredfold from one day to the next, or within a month without days: no fish
-- do, if they are of one cohort. Its rows beyond such a change are on another scale than the lake's days before; too much if most of them are.
WITH day AS (
  SELECT unit, cohort, date, avg_weight_gram AS gram, file_no FROM in_stock WHERE fish_count > 0 AND avg_weight_gram > 0
  UNION ALL
  SELECT unit, cohort, date, avg_weight_gram, NULL
  FROM old_unit_day AS o
  WHERE fish_count > 0 AND avg_weight_gram > 0 AND NOT EXISTS (SELECT 1 FROM span_stock AS s
    WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
),
step AS (
  SELECT *, lag(gram) OVER fish AS gram_before, lag(date) OVER fish AS date_before, lag(file_no) OVER fish AS file_before
  FROM day
  -- the order of the days is needed for few units
  SEMI JOIN (SELECT unit, cohort FROM day GROUP BY unit, cohort HAVING max(gram) >= 100 * min(gram)) USING (unit, cohort)
  WINDOW fish AS (PARTITION BY unit, cohort ORDER BY date)
),
changed AS (
  SELECT *, CASE WHEN date - date_before > 31 THEN 0 WHEN gram >= 100 * gram_before THEN 1 WHEN gram_before >= 100 * gram THEN -1 ELSE 0 END AS jump
  FROM step
),
scaled AS (
  SELECT *, sum(jump) OVER (PARTITION BY unit, cohort ORDER BY date) AS scale FROM changed
),
moved AS (
  SELECT file_no, count(*) AS n FROM scaled WHERE scale <> 0 GROUP BY file_no
),
delivered AS (
  SELECT file_no, count(*) AS n FROM in_stock GROUP BY file_no
)
SELECT
  f.file_no, coalesce(any_value(m.n), 0) * 2 > any_value(f.n),
  'changes the mean weight of a unit''s fish a hundredfold or more from one day to the next (' || count(*) || if(count(*) = 1, ' time', ' times')
    || '), such as ' || arg_min(u.site_id || ' ' || u.unit_id || ' from ' || j.gram_before || ' g on ' || j.date_before
    || ' to ' || j.gram || ' g on ' || j.date, (j.date, u.site_id, u.unit_id)) || ': kilograms instead of grams?'
FROM scaled AS j
JOIN delivered AS f ON f.file_no = coalesce(j.file_no, j.file_before)
LEFT JOIN moved AS m ON m.file_no = f.file_no
JOIN name_unit AS u ON u.unit = j.unit
WHERE j.jump <> 0
GROUP BY f.file_no
ORDER BY f.file_no

-- name: jumps_feeding
-- A text for each file with days on which a site's feed per fish is a hundred times the median of its last 14 days with feed, or a hundredth of it;
-- too much if they are most of the file's days.
WITH fish AS (
  SELECT unit, date, fish_count FROM in_stock
  UNION ALL
  SELECT unit, date, fish_count FROM old_unit_day AS o WHERE NOT EXISTS (SELECT 1 FROM span_stock AS s
    WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
),
fed AS (
  -- grams, under the name of the delivered column
  SELECT unit, date, feed_kg AS gram, file_no FROM in_feeding WHERE feed_kg > 0
  UNION ALL
  SELECT unit, date, feed_g, NULL FROM old_unit_day AS o WHERE feed_g > 0 AND NOT EXISTS (SELECT 1 FROM span_feeding AS s
    WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
),
site_day AS (
  SELECT u.farmer_id, u.site_id, date, max(file_no) AS file_no, sum(gram) / CAST(sum(fish_count) AS DOUBLE) AS gram
  FROM fed
  JOIN fish USING (unit, date)
  JOIN name_unit AS u USING (unit)
  WHERE fish_count > 0
  GROUP BY u.farmer_id, u.site_id, date
),
usual AS (
  SELECT *, median(gram) OVER (PARTITION BY farmer_id, site_id ORDER BY date ROWS BETWEEN 14 PRECEDING AND 1 PRECEDING) AS usual_gram
  FROM site_day
),
judged AS (
  SELECT *, coalesce(greatest(gram / usual_gram, usual_gram / gram) >= 100, false) AS is_off FROM usual WHERE file_no IS NOT NULL
)
SELECT
  file_no, count(*) FILTER (is_off) * 2 > count(*),
  'has ' || count(*) FILTER (is_off) || if(count(*) FILTER (is_off) = 1, ' day', ' days')
    || ' on which a site''s feed per fish is a hundredth or a hundredfold of the median of its last 14 days with feed, such as '
    || arg_min(site_id || ' on ' || date || ' with ' || round(gram, 4) || ' g instead of ' || round(usual_gram, 4) || ' g', (date, site_id))
    FILTER (is_off) || ': another unit than kilograms?'
FROM judged
GROUP BY file_no
HAVING count(*) FILTER (is_off) > 0
ORDER BY file_no

-- name: corrected
-- Days in a row of a site on which the stock as delivered, the losses or the feed that the lake had are others in the next snapshot. A day without
-- stock is none that the lake had; losses or feed that come where it had none are corrections only before the year's last day that has some, since
-- they may come after the stock. The weight of the lost that follows the unit's corrects no losses. Weights that are estimated anew each night, by
-- less than half a percent of a site's, are none either. A run ends where the figures no longer change in the same direction.
WITH unit AS (
  SELECT
    *, coalesce(delivered_count, fish_count) AS fish, coalesce(delivered_weight_gram, avg_weight_gram) AS gram
  FROM (SELECT false AS is_new, * FROM touched_stock UNION ALL SELECT true, * FROM ({stock}))
  SEMI JOIN stock_site USING (farmer_id, site_id)
  WHERE date BETWEEN CAST(getvariable('first_changed') AS DATE) AND CAST(getvariable('last_changed') AS DATE)
),
loss AS (
  SELECT *
  FROM (SELECT false AS is_new, * FROM touched_loss UNION ALL SELECT true, * FROM ({losses}))
  SEMI JOIN stock_site USING (farmer_id, site_id)
  WHERE date BETWEEN CAST(getvariable('first_changed') AS DATE) AND CAST(getvariable('last_changed') AS DATE)
),
figure AS (
  SELECT
    farmer_id, site_id, date, is_new, 'stock' AS table_name, sum(fish) AS fish, sum(grams(fish, gram)) AS grams,
    sum(CAST(hash(unit_id, cohort_id, generation, species_code, fish) AS HUGEINT)) AS print
  FROM unit
  GROUP BY ALL
  UNION ALL
  SELECT farmer_id, site_id, date, is_new, 'feeding', NULL, sum(feed_g), sum(CAST(hash(unit_id, feed_g) AS HUGEINT))
  FROM unit
  WHERE feed_g IS NOT NULL
  GROUP BY ALL
  UNION ALL
  SELECT
    farmer_id, site_id, date, is_new, 'losses', sum(loss_count), sum(loss_biomass_g),
    sum(CAST(hash(unit_id, loss_type, category_code, loss_count,
      CASE WHEN loss_biomass_g <> grams(loss_count, unit_avg_weight_gram) THEN loss_biomass_g END) AS HUGEINT))
  FROM loss
  GROUP BY ALL
),
day AS (
  SELECT
    farmer_id, site_id, date, table_name, max(print) FILTER (NOT is_new) AS print_before, max(print) FILTER (is_new) AS print_after,
    max(fish) FILTER (NOT is_new) AS fish_before, max(fish) FILTER (is_new) AS fish_after,
    max(grams) FILTER (NOT is_new) AS grams_before, max(grams) FILTER (is_new) AS grams_after
  FROM figure
  GROUP BY farmer_id, site_id, date, table_name
),
latest AS (
  SELECT farmer_id, site_id, 'losses' AS table_name, max(date) AS latest FROM touched_loss WHERE in_year(date) GROUP BY ALL
  UNION ALL
  SELECT farmer_id, site_id, 'feeding', max(date) FROM touched_stock WHERE in_year(date) AND feed_g IS NOT NULL GROUP BY ALL
),
changed AS (
  SELECT
    *, print_before IS NULL AS is_added, print_after IS NULL AS is_gone,
    sign(coalesce(fish_after, grams_after, 0) - coalesce(fish_before, grams_before, 0)) AS direction
  FROM day
  LEFT JOIN latest USING (farmer_id, site_id, table_name)
  QUALIFY (print_before IS DISTINCT FROM print_after
      OR (table_name = 'stock' AND 200 * abs(grams_after - grams_before) > grams_before))
    AND (print_before IS NOT NULL OR (date < latest
      AND bool_or(table_name = 'stock' AND print_before IS NOT NULL) OVER (PARTITION BY farmer_id, site_id, date)))
)
SELECT
  min(date) AS first_date, max(date) AS last_date, site_id, farmer_id, table_name,
  date_trunc('milliseconds', CAST(getvariable('corrected_at') AS TIMESTAMP)) AS corrected_at, CAST(count(*) AS INTEGER) AS days,
  CAST(if(table_name = 'stock', round(avg(fish_before)), sum(fish_before)) AS BIGINT) AS count_before,
  CAST(if(table_name = 'stock', round(avg(fish_after)), sum(fish_after)) AS BIGINT) AS count_after,
  CAST(if(table_name = 'stock', round(avg(grams_before)), sum(grams_before)) AS BIGINT) AS grams_before,
  CAST(if(table_name = 'stock', round(avg(grams_after)), sum(grams_after)) AS BIGINT) AS grams_after
FROM (
  SELECT *, date - CAST(row_number() OVER (PARTITION BY farmer_id, site_id, table_name, is_added, is_gone, direction ORDER BY date) AS INTEGER) AS run
  FROM changed
)
GROUP BY farmer_id, site_id, table_name, is_added, is_gone, direction, run

-- name: corrections
-- Those of two years, counted from the day of the ingest.
SELECT * FROM ({published}) WHERE corrected_at >= CAST(getvariable('today') AS DATE) - INTERVAL 2 YEAR
UNION ALL
SELECT * FROM corrected
