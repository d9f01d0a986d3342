-- The authority's biomass statistics by production area, in the layouts of 2024 and 2026, or by county: one row per month, area (county),
-- species and stocking year. The stocking years are kept, and summed exactly. Kilograms are rounded once, after the sum. Figures by
-- county cannot be split by production area, since a county spans several areas and four counties share area 3: they are summed to a
-- national figure without an area. One of the columns that were added in 2026 without the other is an unknown layout.
SET VARIABLE layout = CASE WHEN getvariable('known_by') = 'FYLKE' THEN 0 WHEN has_column('ANDRE_NY_STK') THEN 2 ELSE 1 END;

INSERT INTO authority.failure
SELECT 'missing required column ' || CASE WHEN has_column('TELLEFEIL_STK') THEN 'ANDRE_NY_STK' ELSE 'TELLEFEIL_STK' END
  || ' (the file has one of ANDRE_NY_STK, TELLEFEIL_STK)'
WHERE getvariable('layout') > 0 AND has_column('ANDRE_NY_STK') <> has_column('TELLEFEIL_STK');

-- The row's place: month, area and species. A fault here spoils no total, one in its figures spoils that of its place.
CREATE TABLE authority.figure AS
SELECT
  line, make_date(CASE WHEN year BETWEEN 1990 AND 2100 AND month_code BETWEEN 1 AND 12 THEN year END, month_code, 1) AS month,
  CASE WHEN getvariable('layout') > 0 THEN area_id END AS production_area_id,
  CASE upper(ARTSID) WHEN 'LAKS' THEN 'SAL' WHEN 'REGNBUEØRRET' THEN 'TRR' END AS species_code,
  CASE WHEN getvariable('layout') = 0 THEN FYLKE END AS county,
  stocking_year, UTSETTSÅR AS written_year, closing_count, biomass_kg, smolt_count, feed_kg, harvest_count, harvest_kg,
  dead_count, discarded_count, escaped_count, others + CASE WHEN getvariable('layout') = 2 THEN new_others + miscounted ELSE 0 END AS other_count,
  coalesce(no_whole('ÅR', ÅR, year, 1990, 2100), no_whole('MÅNED_KODE', MÅNED_KODE, month_code, 1, 12),
    CASE WHEN getvariable('layout') > 0 THEN no_area('PO_KODE', PO_KODE, area_id) END, no_value('ARTSID', ARTSID),
    CASE WHEN upper(ARTSID) NOT IN ('LAKS', 'REGNBUEØRRET') THEN fault_of('ARTSID', ARTSID, 'neither LAKS nor REGNBUEØRRET') END,
    CASE WHEN getvariable('layout') = 0 THEN no_value('FYLKE', FYLKE) END) AS place_fault,
  coalesce(CASE WHEN NOT names_no_area(UTSETTSÅR) THEN no_whole('UTSETTSÅR', UTSETTSÅR, stocking_year, 1990, 2100) END,
    no_count('BEHFISK_STK', BEHFISK_STK, closing_count), no_kilograms('BIOMASSE_KG', BIOMASSE_KG, biomass_kg),
    no_count('UTSETT_SMOLT_STK', UTSETT_SMOLT_STK, smolt_count), no_kilograms('FORFORBRUK_KG', FORFORBRUK_KG, feed_kg),
    no_count('UTTAK_STK', UTTAK_STK, harvest_count), no_kilograms('UTTAK_KG', UTTAK_KG, harvest_kg),
    no_count('DØDFISK_STK', DØDFISK_STK, dead_count), no_count('UTKAST_STK', UTKAST_STK, discarded_count),
    no_count('RØMMING_STK', RØMMING_STK, escaped_count), no_signed_count('ANDRE_STK', ANDRE_STK, others),
    CASE WHEN getvariable('layout') = 2 THEN coalesce(no_signed_count('ANDRE_NY_STK', ANDRE_NY_STK, new_others),
      no_signed_count('TELLEFEIL_STK', TELLEFEIL_STK, miscounted)) END) AS figure_fault
FROM (
  SELECT *, published_whole(ÅR) AS year, published_whole(MÅNED_KODE) AS month_code, published_area(PO_KODE) AS area_id,
    published_whole(UTSETTSÅR) AS stocking_year, published_number(BEHFISK_STK) AS closing_count,
    published_number(BIOMASSE_KG) AS biomass_kg, published_number(UTSETT_SMOLT_STK) AS smolt_count,
    published_number(FORFORBRUK_KG) AS feed_kg, published_number(UTTAK_STK) AS harvest_count, published_number(UTTAK_KG) AS harvest_kg,
    published_number(DØDFISK_STK) AS dead_count, published_number(UTKAST_STK) AS discarded_count, published_number(RØMMING_STK) AS escaped_count,
    published_number(ANDRE_STK) AS others, published_number(ANDRE_NY_STK) AS new_others, published_number(TELLEFEIL_STK) AS miscounted
  FROM authority.delivered
);

-- A sum without a bad row would look like the authority's figure but be too small; a row that repeats another is not summed.
CREATE TABLE authority.checked AS
SELECT
  * EXCLUDE (place_fault, figure_fault, spoiled, first_line),
  coalesce(place_fault, figure_fault,
    CASE WHEN first_line < line THEN fault_of('UTSETTSÅR', written_year, 'line ' || first_line || ' has the same month, '
      || CASE WHEN getvariable('layout') = 0 THEN 'county' ELSE 'area' END || ', species and stocking year') END,
    CASE WHEN spoiled IS NOT NULL THEN fault_of('', '', 'the total of its month, area and species cannot be computed: line ' || spoiled.line
      || ' is bad (' || spoiled.fault.column_name || ' ' || left(spoiled.fault.value, 100)
      || CASE WHEN length(spoiled.fault.value) > 100 THEN '...' ELSE '' END || ', ' || spoiled.fault.reason || ')') END) AS fault
FROM (
  SELECT *,
    CASE WHEN place_fault IS NULL THEN arg_min({'line': line, 'fault': figure_fault}, line) FILTER (figure_fault IS NOT NULL
      AND place_fault IS NULL)
      OVER (PARTITION BY month, production_area_id, species_code) END AS spoiled,
    min(line) FILTER (place_fault IS NULL AND figure_fault IS NULL)
      OVER (PARTITION BY month, production_area_id, species_code, county, stocking_year) AS first_line
  FROM authority.figure
);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.checked WHERE fault IS NOT NULL;

-- By stocking year, and over all of them.
CREATE TABLE authority.summed AS
SELECT
  month, production_area_id, species_code, stocking_year, grouping(stocking_year) = 1 AS is_total, rounded(sum(closing_count)) AS closing_count,
  rounded(sum(biomass_kg)) AS biomass_kg, rounded(sum(smolt_count)) AS smolt_count, rounded(sum(feed_kg)) AS feed_kg,
  rounded(sum(harvest_count)) AS harvest_count, rounded(sum(harvest_kg)) AS harvest_kg, rounded(sum(dead_count)) AS dead_count,
  rounded(sum(discarded_count)) AS discarded_count, rounded(sum(escaped_count)) AS escaped_count, rounded(sum(other_count)) AS other_count,
  getvariable('layout'), getvariable('file_path'), getvariable('file_no')
FROM authority.checked
WHERE fault IS NULL
GROUP BY GROUPING SETS ((month, production_area_id, species_code, stocking_year), (month, production_area_id, species_code));

INSERT INTO statistics_month SELECT * EXCLUDE (stocking_year, is_total) FROM authority.summed WHERE is_total;
INSERT INTO statistics_generation SELECT * EXCLUDE (is_total) FROM authority.summed WHERE NOT is_total;

INSERT INTO authority.note VALUES (['by county: added up to the whole country, since no county lies in one production area alone',
  'layout of 2024', 'layout of 2026'][getvariable('layout') + 1]);
INSERT INTO authority.note
SELECT left_out(count(DISTINCT month), 'months after ' || last_day()) FROM authority.summed WHERE month > last_day();
