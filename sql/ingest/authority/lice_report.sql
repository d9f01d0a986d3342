-- The weekly lice report by site: the lice of each site and week, counted or not, and the sea temperature, which the rules on lice
-- counts require at a depth of three metres. Numbers have two decimals, as in the lake.
CREATE TABLE authority.counted AS
SELECT
  *, Lokalitetsnummer AS site_id,
  {
    'adult_female': lice("Voksne hunnlus"), 'mobile': lice("Lus i bevegelige stadier"), 'attached': lice("Fastsittende lus"),
    'lice_limit': lice("Lusegrense uke"),
    -- a file that does not say whether the lice are too many may say the limit
    'is_above_limit': coalesce(said("Over lusegrense uke"), published_number("Voksne hunnlus") > published_number("Lusegrense uke")),
    'has_counted': coalesce(said("Har telt lakselus"), "Voksne hunnlus" <> ''),
    'is_probably_without_fish': said("Trolig uten fisk")
  } AS lice,
  coalesce(no_report_row(Lokalitetsnummer, År, Uke, week, ProduksjonsområdeId, area_id, Lat, latitude, Lon, longitude, Lokalitetsnavn),
    CASE WHEN Sjøtemperatur <> '' AND outside(temperature, -2, 30)
      THEN coalesce(no_number('Sjøtemperatur', Sjøtemperatur), fault_of('Sjøtemperatur', Sjøtemperatur,
        'must be from -2 to 30 degrees Celsius')) END,
    no_lice('Voksne hunnlus', "Voksne hunnlus"), no_lice('Lusegrense uke', "Lusegrense uke"), no_said('Har telt lakselus', "Har telt lakselus"),
    no_said('Over lusegrense uke', "Over lusegrense uke"), no_lice('Lus i bevegelige stadier', "Lus i bevegelige stadier"),
    no_lice('Fastsittende lus', "Fastsittende lus"), no_said('Trolig uten fisk', "Trolig uten fisk")) AS own_fault
FROM (
  SELECT *, week_monday(published_whole(År), published_whole(Uke)) AS week, published_area(ProduksjonsområdeId) AS area_id,
    degrees_of(Lat) AS latitude, degrees_of(Lon) AS longitude, published_number(Sjøtemperatur) AS temperature
  -- a Norwegian Excel saves decimal commas
  FROM (
    SELECT * REPLACE (replace(Lat, ',', '.') AS Lat, replace(Lon, ',', '.') AS Lon, replace(Sjøtemperatur, ',', '.') AS Sjøtemperatur,
      replace("Voksne hunnlus", ',', '.') AS "Voksne hunnlus", replace("Lus i bevegelige stadier", ',', '.') AS "Lus i bevegelige stadier",
      replace("Fastsittende lus", ',', '.') AS "Fastsittende lus", replace("Lusegrense uke", ',', '.') AS "Lusegrense uke")
    FROM authority.delivered
  )
);

-- The first row of a site and week says its lice, the first with the same lice and a temperature its temperature; rows that say
-- something else are rejected.
CREATE TABLE authority.first_count AS
SELECT site_id, week, arg_min(lice, line) AS lice, min(line) AS line FROM authority.counted WHERE own_fault IS NULL GROUP BY site_id, week;
CREATE TABLE authority.first_reading AS
SELECT c.site_id, c.week, arg_min(c.temperature, c.line) AS temperature, min(c.line) AS line
FROM authority.counted AS c
JOIN authority.first_count AS f USING (site_id, week)
WHERE c.own_fault IS NULL AND c.lice IS NOT DISTINCT FROM f.lice AND c.temperature IS NOT NULL
GROUP BY c.site_id, c.week;

CREATE TABLE authority.checked AS
SELECT c.line, c.site_id, c.week, Lokalitetsnavn AS site_name, latitude, longitude, area_id, c.temperature, c.line = f.line AS is_first,
  c.line = t.line AS is_reading, c.lice,
  coalesce(own_fault, CASE WHEN t.line < c.line AND c.temperature <> t.temperature
      THEN fault_of('Sjøtemperatur', Sjøtemperatur, 'line ' || t.line || ' has another temperature of the same site and week') END,
    other_count('Voksne hunnlus', "Voksne hunnlus", c.lice.adult_female, f.lice.adult_female, f.line),
    other_count('Lus i bevegelige stadier', "Lus i bevegelige stadier", c.lice.mobile, f.lice.mobile, f.line),
    other_count('Fastsittende lus', "Fastsittende lus", c.lice.attached, f.lice.attached, f.line),
    other_count('Lusegrense uke', "Lusegrense uke", c.lice.lice_limit, f.lice.lice_limit, f.line),
    other_count('Over lusegrense uke', "Over lusegrense uke", c.lice.is_above_limit, f.lice.is_above_limit, f.line),
    other_count('Har telt lakselus', "Har telt lakselus", c.lice.has_counted, f.lice.has_counted, f.line),
    other_count('Trolig uten fisk', "Trolig uten fisk", c.lice.is_probably_without_fish, f.lice.is_probably_without_fish, f.line)) AS fault
FROM authority.counted AS c
LEFT JOIN authority.first_count AS f USING (site_id, week)
LEFT JOIN authority.first_reading AS t USING (site_id, week);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.checked WHERE fault IS NOT NULL;
INSERT INTO authority.report_row
SELECT line, site_id, week, site_name, latitude, longitude, area_id FROM authority.checked WHERE fault IS NULL;

INSERT INTO report_temperature
SELECT getvariable('file_no'), line, week, site_id, CAST(round(temperature, 2) AS DECIMAL(5,2))
FROM authority.checked
WHERE fault IS NULL AND is_reading AND week <= last_day();
INSERT INTO report_lice
SELECT getvariable('file_no'), line, week, site_id, unnest(lice), 'barentswatch'
FROM authority.checked
WHERE fault IS NULL AND is_first AND week <= last_day();
INSERT INTO report_week SELECT * FROM report_weeks('temperature') WHERE has_column('Sjøtemperatur') UNION ALL SELECT * FROM report_weeks('lice');
INSERT INTO report_site SELECT * FROM report_sites();

INSERT INTO authority.note SELECT unnest(lice_notes(
  count(*) FILTER (week <= last_day() AND NOT lice.has_counted), count(*) FILTER (week <= last_day() AND lice.is_probably_without_fish),
  count(*) FILTER (week > last_day())))
FROM authority.checked
WHERE fault IS NULL AND is_first;
INSERT INTO authority.note
SELECT rows_note(count(*), 'have no temperature') FROM authority.checked WHERE fault IS NULL AND temperature IS NULL;
INSERT INTO authority.note
SELECT left_out(count(*), 'rows that repeat a site and week') FROM authority.checked WHERE fault IS NULL AND NOT is_first;
