-- Quartiles of the loss risk of all sites in Norway, in percent, as the Veterinary Institute publishes them: by month, of the year added up to the
-- month, and of the cycles finished in a year. The first two have the same columns, and no value tells one from the other for sure: the sheet's or
-- the file's name says which, else the option --as.
SET VARIABLE kind = CASE WHEN getvariable('known_by') = 'year' THEN 'cycle'
  ELSE coalesce(kind_in_name(getvariable('sheet')), kind_in_name(parse_filename(getvariable('file_path'))), nullif(getvariable('told_kind'), '')) END;

INSERT INTO authority.failure
SELECT 'has the columns of quartiles by month and of the year to date alike, and its name does not say which it is: rename it, so that it has month '
  || 'or year_to_date in its name, or say -' || '-as month or -' || '-as year_to_date'
WHERE getvariable('kind') IS NULL;

CREATE TABLE authority.quartile AS
SELECT *,
  coalesce(no_place(species, species_code, geo_group, region, written_region),
    CASE WHEN getvariable('kind') = 'cycle' THEN no_whole('year', written_year, published_whole(written_year), 1990, 2100)
      ELSE no_month('date', written_date, period) END,
    CASE WHEN NOT is_withheld THEN coalesce(no_percent('q1', written_q1), no_percent('median', written_median), no_percent('q3', written_q3),
      CASE WHEN q1 > median OR median > q3 THEN fault_of('median', written_median, 'does not lie between q1 and q3') END) END) AS own_fault
FROM (
  SELECT line, species, geo_group, region AS written_region, "date" AS written_date, "year" AS written_year,
    q1 AS written_q1, median AS written_median, q3 AS written_q3,
    published_species(species) AS species_code, published_region(geo_group, region) AS region,
    CASE WHEN getvariable('kind') = 'cycle'
      THEN make_date(CASE WHEN published_whole("year") BETWEEN 1990 AND 2100 THEN published_whole("year") END, 1, 1)
      ELSE published_day("date") END AS period,
    percent(q1) AS q1, percent(median) AS median, percent(q3) AS q3,
    -- of regions with few sites nothing is published
    nothing(q1) AND nothing(median) AND nothing(q3) AS is_withheld
  FROM authority.delivered
);

CREATE TABLE authority.checked AS
SELECT *,
  coalesce(own_fault, CASE WHEN first_line < line
    THEN fault_of('region', written_region, 'line ' || first_line || ' has the same species, period and region') END) AS fault
FROM (
  SELECT *, min(line) FILTER (own_fault IS NULL) OVER (PARTITION BY species_code, period, geo_group, region) AS first_line
  FROM authority.quartile
);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.checked WHERE fault IS NOT NULL;

INSERT INTO institute_quartile
SELECT species_code, getvariable('kind'), period, geo_group, region, q1, median, q3, institute(), last_day(), getvariable('file_no')
FROM authority.checked
WHERE fault IS NULL AND NOT is_withheld AND period <= last_day();

INSERT INTO authority.note VALUES ('kind ' || getvariable('kind'));
INSERT INTO authority.note
SELECT left_out(count(*), 'rows without quartiles') FROM authority.checked WHERE fault IS NULL AND is_withheld;
INSERT INTO authority.note
SELECT left_out(count(*), 'rows of periods after ' || last_day()) FROM authority.checked WHERE fault IS NULL AND period > last_day();
