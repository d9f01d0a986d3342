-- Treatments become the treatment table, with the species from the stock of the day. The same treatment may be reported twice:
-- to the platform by its farmer, and to the authority.

-- name: report_years
-- The years of the delivered weeks of a table.
SELECT DISTINCT unnest([year(week), year(week + 6)])
FROM (SELECT week, target FROM report_week UNION ALL SELECT week, 'treatment' FROM report_site_week)
WHERE target = :target

-- name: replaced_years
SELECT DISTINCT year(o.date)
FROM ({published}) AS o
JOIN good_treatments AS g ON g.farmer_id = o.farmer_id AND g.treatment_id = o.treatment_id

-- name: week_years
-- A farmer's treatment replaces the authority's of the same week, which may lie in another year.
SELECT DISTINCT year(o.date)
FROM old_treatment AS o
JOIN good_treatments AS g ON g.site_id = o.site_id AND monday(g.date) = monday(o.date)
WHERE o.data_source = 'authority'

-- name: treatment_new
-- Reports of the authority have no species and name no units; a bath, a flushing and the setting out of cleaner fish count as one
-- treatment each.
SELECT row_number() OVER () AS n, *
FROM (
  SELECT
    treatment_id, date, site_id, farmer_id, unit_ids, treatment_category, treatment_target, treatment_subtype, requires_handling,
    is_antibiotic, treatment_site_scope, number_of_units_treated, treatment_count, system_source, 'farmer' AS data_source
  FROM good_treatments
  UNION ALL
  SELECT
    treatment_id, date, site_id, farmer_id, unit_ids, treatment_category, treatment_target, treatment_subtype, requires_handling,
    is_antibiotic, treatment_site_scope, number_of_units_treated, treatment_count, system_source, data_source
  FROM touched_treatment AS o
  WHERE NOT EXISTS (SELECT 1 FROM span_treatments AS s
      WHERE s.farmer_id = o.farmer_id AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)
    AND NOT EXISTS (SELECT 1 FROM good_treatments AS g WHERE g.farmer_id = o.farmer_id AND g.treatment_id = o.treatment_id)
    AND NOT (o.data_source = 'authority' AND monday(date) IN (SELECT week FROM report_week WHERE target = 'treatment'))
    -- the food-safety reports know nothing of cleaner fish
    AND NOT (o.data_source = 'authority' AND treatment_category <> 'Cleanerfish'
      AND (site_id, monday(date)) IN (SELECT site_id, week FROM report_site_week))
  UNION ALL
  SELECT
    treatment_id, date, site_id, NULL, NULL, treatment_category, 'Lice', treatment_subtype, requires_handling,
    false, treatment_site_scope, number_of_units_treated, 1, NULL, 'authority'
  FROM report_treatment
  QUALIFY row_number() OVER (PARTITION BY treatment_id ORDER BY file_no, line) = 1
)

-- name: leave_out_reported
DELETE FROM treatment_new
WHERE data_source = 'authority'
  AND (site_id, monday(date)) IN (SELECT site_id, monday(date) FROM treatment_new WHERE data_source = 'farmer')

-- name: weeks_left_bare
-- Sites and weeks without a farmer's treatment after a correction.
SELECT count(*) FROM (
  SELECT site_id, monday(date) AS week FROM touched_treatment WHERE data_source = 'farmer'
  EXCEPT
  SELECT site_id, monday(date) AS week FROM treatment_new WHERE data_source = 'farmer'
)

-- name: has_reported
SELECT 1 FROM old_treatment WHERE data_source = 'authority' LIMIT 1

-- name: units_without_stock
-- Delivered treatments with a unit of which the site has no stock on any day, and the first of them.
SELECT count(DISTINCT (t.farmer_id, t.treatment_id)), min(t.treatment_id || ': ' || t.unit_id)
FROM (SELECT farmer_id, treatment_id, site_id, unnest(unit_ids) AS unit_id FROM good_treatments) AS t
WHERE EXISTS (SELECT 1 FROM stock_new AS s WHERE s.site_id = t.site_id)
  AND NOT EXISTS (SELECT 1 FROM stock_new AS s WHERE s.site_id = t.site_id AND s.unit_id = t.unit_id)
HAVING count(*) > 0

-- name: treatment_species
-- The species with most biomass among the treated units that day.
SELECT t.n, s.species_code
FROM treatment_new AS t
JOIN stock_new AS s ON s.site_id = t.site_id AND s.date = t.date
WHERE s.fish_count > 0 AND (t.unit_ids IS NULL OR list_contains(t.unit_ids, s.unit_id))
GROUP BY t.n, s.species_code
QUALIFY row_number() OVER (PARTITION BY t.n ORDER BY sum(s.biomass_g) DESC, s.species_code) = 1

-- name: treatment
SELECT t.*, s.species_code
FROM treatment_new AS t
LEFT JOIN treatment_species AS s USING (n)
WHERE in_year(t.date)
