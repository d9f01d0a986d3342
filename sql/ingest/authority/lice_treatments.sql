-- Measures against salmon lice by site and ISO week, as the authority's fish-health service publishes them. Rows that are equal in every
-- column are one measure.
CREATE TABLE authority.measure AS
SELECT
  line, Lokalitetsnummer AS site_id, week, Lokalitetsnavn AS site_name, latitude, longitude, area_id,
  Tiltak AS measure, "Type behandling" AS type, Omfang AS scope, kind, subtype,
  published_whole("Antall merder") AS cages,
  -- place names are not part of the id: a later release may spell them differently. Rows without cages keep the id that they had before
  -- there were any
  reported_id('lice', week, Lokalitetsnummer, concat_ws(chr(10), Tiltak, "Type behandling", Virkestoff, Rensefisk, Antall, Omfang,
    nullif("Antall merder", ''))) AS treatment_id,
  coalesce(no_report_row(Lokalitetsnummer, År, Uke, week, ProduksjonsområdeId, area_id, Lat, latitude, Lon, longitude, Lokalitetsnavn),
    no_value('Tiltak', Tiltak),
    CASE WHEN ends_with(lower(Tiltak), 'medikamentell') THEN no_value('Type behandling', "Type behandling") END,
    CASE WHEN "Antall merder" <> '' THEN no_whole('Antall merder', "Antall merder", published_whole("Antall merder"), 0, 1000) END,
    no_stored(subtype_column, subtype)) AS fault
FROM (
  SELECT *, CASE subtype_column WHEN 'Rensefisk' THEN Rensefisk WHEN 'Virkestoff' THEN Virkestoff WHEN 'Tiltak' THEN Tiltak
    ELSE "Type behandling" END AS subtype
  FROM (
    SELECT *, CASE WHEN kind.category = 'Cleanerfish' THEN 'Rensefisk'
      WHEN Virkestoff <> '' OR kind.category NOT IN ('Other', 'Combination') THEN 'Virkestoff'
      WHEN "Type behandling" <> '' THEN 'Type behandling'
      ELSE 'Tiltak' END AS subtype_column
    FROM (
      SELECT *, measure_kind(lower(Tiltak), lower("Type behandling")) AS kind,
        week_monday(published_whole(År), published_whole(Uke)) AS week, published_area(ProduksjonsområdeId) AS area_id,
        degrees_of(Lat) AS latitude, degrees_of(Lon) AS longitude
      FROM authority.delivered
    )
  )
);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.measure WHERE fault IS NOT NULL;
INSERT INTO authority.report_row
SELECT line, site_id, week, site_name, latitude, longitude, area_id FROM authority.measure WHERE fault IS NULL;

CREATE TABLE authority.distinct_measure AS
SELECT DISTINCT ON (treatment_id) * FROM authority.measure WHERE fault IS NULL ORDER BY treatment_id, line;

INSERT INTO report_treatment
SELECT
  getvariable('file_no'), line, treatment_id, week, site_id, kind.category, nullif(subtype, ''), kind.handling,
  CASE lower(scope) WHEN 'hele lokaliteten' THEN 'full' WHEN 'deler av lokaliteten' THEN 'partial' END, cages
FROM authority.distinct_measure
WHERE week <= last_day();
INSERT INTO report_week SELECT * FROM report_weeks('treatment');
INSERT INTO report_site SELECT * FROM report_sites();

INSERT INTO authority.unknown
SELECT line, 'are kept as Other', 'Tiltak', concat_ws(', ', measure, nullif(type, ''))
FROM authority.measure
WHERE fault IS NULL AND NOT kind.known
UNION ALL
SELECT line, 'are kept without a scope', 'Omfang', scope
FROM authority.measure
WHERE fault IS NULL AND lower(scope) NOT IN ('', 'hele lokaliteten', 'deler av lokaliteten');

INSERT INTO authority.note SELECT * FROM unknown_words('are kept as Other');
INSERT INTO authority.note SELECT * FROM unknown_words('are kept without a scope');
INSERT INTO authority.note
SELECT left_out(count(*) - count(DISTINCT treatment_id), 'rows that repeat another one exactly') FROM authority.measure WHERE fault IS NULL;
INSERT INTO authority.note
SELECT left_out(count(*), 'rows of weeks after ' || last_day()) FROM authority.distinct_measure WHERE week > last_day();
