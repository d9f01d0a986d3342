-- Stock, losses and feed become stock_day and loss_day, a year at a time. The tables are declared in StagingTables.

-- name: span
-- The days that a delivery replaces: for every file, farmer and site from the first to the last of its good rows. Grouped by
-- the dictionary number of the site first: there are millions of rows but only some thousand sites.
SELECT file_no, farmer_id, site_id, min(first_date) AS first_date, max(last_date) AS last_date
FROM (
  SELECT file_no, {site}, min(date) AS first_date, max(date) AS last_date
  FROM {rows}
  GROUP BY file_no, {site}
) {names}
GROUP BY file_no, farmer_id, site_id

-- name: span_years
SELECT DISTINCT unnest(generate_series(year(first_date), year(last_date))) FROM {span}

-- name: stock_site
SELECT farmer_id, site_id FROM span_stock
UNION SELECT farmer_id, site_id FROM span_losses
UNION SELECT farmer_id, site_id FROM span_feeding

-- name: old_row
SELECT o.*, CAST(NULL AS DATE) AS sea_transfer_date
FROM touched_stock AS o
SEMI JOIN stock_site AS d USING (farmer_id, site_id)

-- name: old_loss_row
SELECT o.*
FROM touched_loss AS o
SEMI JOIN stock_site AS d USING (farmer_id, site_id)

-- name: old_unit_day
-- As it was delivered, without what losses raised: it is raised anew.
SELECT
  o.date, o.farmer_id, o.site_id, u.unit, c.cohort, coalesce(o.delivered_count, o.fish_count) AS fish_count,
  coalesce(o.delivered_weight_gram, o.avg_weight_gram) AS avg_weight_gram, o.feed_g
FROM old_row AS o
JOIN name_unit AS u ON u.farmer_id = o.farmer_id AND {same_unit}
JOIN name_cohort AS c ON c.farmer_id = o.farmer_id AND {same_cohort}

-- name: old_unit_loss
-- A loss whose grams are the unit's weight times its number was not weighed: it follows the unit's weight.
SELECT
  o.date, o.farmer_id, o.site_id, u.unit, c.cause, o.loss_count,
  CASE WHEN o.loss_biomass_g <> grams(o.loss_count, o.unit_avg_weight_gram) THEN o.loss_biomass_g END AS weighed_g
FROM old_loss_row AS o
JOIN name_unit AS u ON u.farmer_id = o.farmer_id AND {same_unit}
JOIN name_cause AS c ON c.farmer_id = o.farmer_id AND {same_cause}

-- name: units_alike
SELECT site_id || ' ' || array_to_string(list(DISTINCT unit_id ORDER BY unit_id), ' and ')
FROM name_unit
GROUP BY farmer_id, site_id, lower(unit_id)
HAVING count(DISTINCT unit_id) > 1
ORDER BY ALL

-- name: unknown_species
-- Codes of delivered stock that the species list does not have, with their rows.
SELECT species_code, count(*)
FROM in_stock
JOIN (SELECT cohort, species_code FROM name_cohort WHERE species_code NOT IN (SELECT code FROM new_species)) USING (cohort)
GROUP BY species_code
ORDER BY species_code

-- name: year_stock
-- Delivered rows, and the published rows that the delivery keeps.
SELECT date, unit, cohort, fish_count, avg_weight_gram FROM in_stock WHERE in_year(date)
UNION ALL
SELECT date, unit, cohort, fish_count, avg_weight_gram FROM old_unit_day AS o
WHERE in_year(date) AND NOT EXISTS (SELECT 1 FROM span_stock AS s
  WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)

-- name: year_loss
-- A published loss that was weighed keeps its grams; the others get the unit's weight if they have none.
SELECT
  l.date, l.unit, l.cause, c.loss_type = 'culling' AS is_culling, l.loss_count,
  s.cohort, s.fish_count, s.avg_weight_gram,
  coalesce(l.weighed_g, grams_weighed(l.loss_count, l.own_weight), grams(l.loss_count, s.avg_weight_gram)) AS grams
FROM (
  SELECT date, unit, cause, loss_count, avg_weight_gram AS own_weight, CAST(NULL AS BIGINT) AS weighed_g
  FROM in_losses
  WHERE in_year(date)
  UNION ALL
  SELECT date, unit, cause, loss_count, NULL, weighed_g
  FROM old_unit_loss AS o
  ANTI JOIN dropped_loss AS x USING (date, unit)
  WHERE in_year(date) AND NOT EXISTS (SELECT 1 FROM span_losses AS s
    WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
) AS l
JOIN name_cause AS c USING (cause)
LEFT JOIN year_stock AS s USING (unit, date)

-- name: year_day
-- A unit's losses of a day.
SELECT *, mortality_count + culling_count AS losses
FROM (
  SELECT
    unit, date, max(fish_count) AS fish_count,
    CAST(sum(if(is_culling, 0, loss_count)) AS BIGINT) AS mortality_count,
    CAST(sum(if(is_culling, 0, grams)) AS BIGINT) AS mortality_g,
    CAST(sum(if(is_culling, loss_count, 0)) AS BIGINT) AS culling_count,
    CAST(sum(if(is_culling, grams, 0)) AS BIGINT) AS culling_g
  FROM year_loss
  GROUP BY unit, date
)

-- name: misfit_days
-- Days whose losses do not fit the stock.
SELECT 1 FROM year_day WHERE fish_count IS NULL OR losses > fish_count LIMIT 1

-- name: losses_without_stock
SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row
FROM in_losses
JOIN year_day USING (unit, date)
WHERE fish_count IS NULL

-- name: losses_beyond_counting
SELECT row_id, NULL AS value, CAST(losses AS VARCHAR) AS detail, NULL AS first_row
FROM in_losses
JOIN year_day USING (unit, date)
WHERE losses > 2147483647

-- name: over_day
-- Unit-days of which more fish were lost than the delivered stock had, 0 too, with the unit's weights before and after in the year.
SELECT
  o.date, o.unit, CAST(o.losses AS INTEGER) AS losses, o.fish_count, o.avg_weight_gram,
  b.avg_weight_gram AS before_gram, a.avg_weight_gram AS after_gram
FROM (
  SELECT d.date, d.unit, d.losses, s.fish_count, s.avg_weight_gram
  FROM year_day AS d
  JOIN year_stock AS s USING (unit, date)
  WHERE d.losses > s.fish_count AND d.losses <= 2147483647
) AS o
ASOF LEFT JOIN (SELECT unit, date, avg_weight_gram FROM year_stock WHERE avg_weight_gram > 0) AS b ON b.unit = o.unit AND o.date > b.date
ASOF LEFT JOIN (SELECT unit, date, avg_weight_gram FROM year_stock WHERE avg_weight_gram > 0) AS a ON a.unit = o.unit AND o.date < a.date

-- name: lacks_weight
-- Rare: emptied before the year began.
SELECT 1 FROM over_day WHERE avg_weight_gram = 0 AND before_gram IS NULL LIMIT 1

-- name: outer_weight
-- For those the last weight of the years before, and the first of the years after: of the delivery, and of all of the lake that stays.
SELECT
  unit,
  arg_max(avg_weight_gram, date) FILTER (date < make_date(getvariable('year'), 1, 1)) AS before_gram,
  arg_min(avg_weight_gram, date) FILTER (date > make_date(getvariable('year'), 12, 31)) AS after_gram
FROM (
  SELECT unit, date, avg_weight_gram FROM in_stock
  UNION ALL
  SELECT u.unit, o.date, coalesce(o.delivered_weight_gram, o.avg_weight_gram) AS avg_weight_gram
  FROM old_stock_day AS o
  JOIN name_unit AS u ON u.farmer_id = o.farmer_id AND {same_unit}
  WHERE NOT EXISTS (SELECT 1 FROM span_stock AS s
    WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
)
WHERE avg_weight_gram > 0 AND unit IN (SELECT unit FROM over_day WHERE avg_weight_gram = 0 AND before_gram IS NULL)
GROUP BY unit

-- name: raised_day
-- The lost fish were alive at the day's start: they are its stock. Their weight is the unit's of that day, else its last one before, else
-- the first after; null when it has none at all.
SELECT
  o.date, o.unit, o.losses, o.fish_count, o.avg_weight_gram,
  coalesce(nullif(o.avg_weight_gram, 0), o.before_gram, w.before_gram, o.after_gram, w.after_gram) AS raised_gram
FROM over_day AS o
LEFT JOIN outer_weight AS w USING (unit)

-- name: losses_without_weight
SELECT row_id, NULL AS value, r.losses || ' lost of ' || r.fish_count AS detail, NULL AS first_row
FROM in_losses
JOIN raised_day AS r USING (unit, date)
WHERE r.raised_gram IS NULL

-- name: raised_stock
SELECT
  s.date, s.unit, s.cohort, coalesce(r.losses, s.fish_count) AS fish_count, coalesce(r.raised_gram, s.avg_weight_gram) AS avg_weight_gram
FROM ({stock}) AS s
LEFT JOIN (SELECT * FROM raised_day WHERE raised_gram IS NOT NULL) AS r USING (unit, date)

-- name: raised
-- The raised unit-days that were delivered now, in stock or in losses: how many, by how many fish, how many without a weight of their
-- own, and the first.
SELECT
  count(*), CAST(coalesce(sum(r.losses - r.fish_count), 0) AS BIGINT), count(*) FILTER (r.avg_weight_gram = 0),
  min(concat_ws(' ', r.date, u.site_id, u.unit_id) || ': ' || r.losses || ' lost of ' || r.fish_count)
FROM raised_day AS r
JOIN name_unit AS u USING (unit)
WHERE r.raised_gram IS NOT NULL AND EXISTS (
  SELECT 1 FROM (SELECT * FROM span_stock UNION ALL SELECT * FROM span_losses) AS s
  WHERE s.farmer_id = u.farmer_id AND s.site_id = u.site_id AND r.date BETWEEN s.first_date AND s.last_date)

-- name: years_with_taken_weights
-- Years in which stock of the delivered sites has the weight of another day, which may lie in another year.
SELECT DISTINCT year(date)
FROM ({rows}) AS o
SEMI JOIN span_stock AS s ON s.farmer_id = o.farmer_id AND s.site_id = o.site_id
WHERE o.delivered_weight_gram = 0

-- name: year_feed
SELECT date, unit, feed_kg AS feed_g FROM in_feeding WHERE in_year(date)
UNION ALL
SELECT date, unit, feed_g
FROM old_unit_day AS o
ANTI JOIN dropped_feed AS x USING (date, unit)
WHERE feed_g IS NOT NULL AND in_year(date) AND NOT EXISTS (SELECT 1 FROM span_feeding AS s
  WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)

-- name: year_row
SELECT
  date, unit, s.cohort, s.fish_count, s.avg_weight_gram, grams(s.fish_count, s.avg_weight_gram) AS biomass_g,
  coalesce(d.mortality_count, 0) AS mortality_count, coalesce(d.mortality_g, 0) AS mortality_g,
  coalesce(d.culling_count, 0) AS culling_count, coalesce(d.culling_g, 0) AS culling_g, f.feed_g
FROM year_stock AS s
LEFT JOIN year_feed AS f USING (unit, date)
LEFT JOIN year_day AS d USING (unit, date)

-- name: all_feed_fits
-- Cheap, and nearly always true: then feed rows need not be checked one by one.
SELECT count(*) FILTER (s.fish_count > 0 OR (s.fish_count = 0 AND feed_g = 0)) = count(*)
FROM year_feed
LEFT JOIN year_stock AS s USING (unit, date)

-- name: stray_feed
-- Feed that has no stock, or no fish.
SELECT date, unit, s.fish_count
FROM year_feed
LEFT JOIN year_stock AS s USING (unit, date)
WHERE s.fish_count IS NULL OR (s.fish_count = 0 AND feed_g > 0)

-- name: feed_without_stock
SELECT row_id, NULL AS value, NULL AS detail, NULL AS first_row
FROM in_feeding AS f
JOIN stray_feed AS r USING (unit, date)
WHERE r.fish_count IS NULL

-- name: feed_without_fish
SELECT row_id, CAST(f.feed_kg AS DECIMAL(18,3)) / 1000 AS value, NULL AS detail, NULL AS first_row
FROM in_feeding AS f
JOIN stray_feed AS r USING (unit, date)
WHERE r.fish_count = 0 AND f.feed_kg > 0

-- name: drop_losses
-- Without stock, or raised_stock has no weight for them.
INSERT INTO dropped_loss SELECT date, unit FROM year_day WHERE fish_count IS NULL OR losses > fish_count

-- name: dropped_losses
-- Losses of the lake that become invalid, since a correction removes their stock.
SELECT date, n.site_id, n.unit_id, c.loss_type, c.category_code, loss_count, d.fish_count IS NULL AS is_bare
FROM old_unit_loss AS o
JOIN dropped_loss USING (date, unit)
JOIN year_day AS d USING (date, unit)
JOIN name_unit AS n USING (unit)
JOIN name_cause AS c USING (cause)
WHERE in_year(date) AND NOT EXISTS (SELECT 1 FROM span_losses AS s
  WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
ORDER BY ALL

-- name: drop_feed
INSERT INTO dropped_feed SELECT date, unit FROM stray_feed

-- name: dropped_feed
SELECT date, n.site_id, n.unit_id, feed_g
FROM old_unit_day AS o
JOIN dropped_feed USING (date, unit)
JOIN name_unit AS n USING (unit)
WHERE feed_g IS NOT NULL AND in_year(date) AND NOT EXISTS (SELECT 1 FROM span_feeding AS s
  WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
ORDER BY ALL

-- name: stock_day
-- The lake's rows of the year, of the sites that were delivered.
SELECT
  r.date, u.site_id, u.unit_id, u.farmer_id, c.cohort_id, c.generation, c.species_code, r.fish_count,
  CAST(r.avg_weight_gram AS DECIMAL(9,2)) AS avg_weight_gram, r.biomass_g,
  CAST(r.mortality_count AS INTEGER) AS mortality_count,
  CAST(r.mortality_g AS BIGINT) AS mortality_biomass_g,
  CAST(r.culling_count AS INTEGER) AS culling_count,
  CAST(r.culling_g AS BIGINT) AS culling_biomass_g,
  CAST(r.feed_g AS BIGINT) AS feed_g,
  CAST(d.fish_count AS INTEGER) AS delivered_count,
  CAST(d.avg_weight_gram AS DECIMAL(9,2)) AS delivered_weight_gram
FROM year_row AS r
LEFT JOIN (SELECT * FROM raised_day WHERE raised_gram IS NOT NULL) AS d USING (unit, date)
JOIN text_unit AS u USING (unit)
JOIN text_cohort AS c USING (cohort)

-- name: loss_day
SELECT
  l.date, u.site_id, u.unit_id, u.farmer_id, c.generation, c.species_code,
  CAST(l.avg_weight_gram AS DECIMAL(9,2)) AS unit_avg_weight_gram, k.loss_type, k.category_code,
  CAST(l.loss_count AS INTEGER) AS loss_count, l.grams AS loss_biomass_g
FROM year_loss AS l
JOIN text_unit AS u USING (unit)
JOIN text_cohort AS c USING (cohort)
JOIN text_cause AS k USING (cause)

-- name: stock_before
-- The published rows of the delivered sites, and of the others.
SELECT o.* FROM touched_stock AS o SEMI JOIN stock_site AS d USING (farmer_id, site_id) WHERE in_year(date)

-- name: stock_of_others
SELECT o.* FROM touched_stock AS o ANTI JOIN stock_site AS d USING (farmer_id, site_id) WHERE in_year(date)

-- name: loss_before
SELECT o.* FROM touched_loss AS o SEMI JOIN stock_site AS d USING (farmer_id, site_id) WHERE in_year(date)

-- name: loss_of_others
SELECT o.* FROM touched_loss AS o ANTI JOIN stock_site AS d USING (farmer_id, site_id) WHERE in_year(date)

-- name: names_of
SELECT DISTINCT farmer_id, {columns} FROM {rows}

-- name: no_stray_feed
SELECT CAST(NULL AS DATE) AS date, CAST(NULL AS INTEGER) AS unit, CAST(NULL AS INTEGER) AS fish_count WHERE false

-- name: text_values
SELECT DISTINCT {column} FROM {names} WHERE {column} IS NOT NULL ORDER BY 1

-- name: texts
SELECT {number}{columns} FROM {names}
