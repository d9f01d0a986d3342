-- The weekly report of notifiable diseases by site: a row for each week in which a site has or may have a disease, with the first and
-- the last day of the whole period. The lake stores the periods, each once: the row of the last week counts. Diseases and statuses are
-- known by their short names and by those of the fish-health service's programming interface; other words are kept as they are.
CREATE TABLE authority.period AS
SELECT
  *,
  coalesce(no_report_row(Lokalitetsnummer, År, Uke, week, ProduksjonsområdeId, area_id, Lat, latitude, Lon, longitude, Lokalitetsnavn),
    no_name('Sykdom', Sykdom), no_name('Status', Status),
    no_day(begun_column, begun, from_date), CASE WHEN "Til dato" <> '' THEN not_day('Til dato', "Til dato", to_date) END,
    CASE WHEN to_date < from_date THEN fault_of('Til dato', "Til dato", 'is before the first day, ' || from_date) END) AS own_fault
FROM (
  SELECT *, published_day(begun) AS from_date, published_day("Til dato") AS to_date
  FROM (
    SELECT *,
      -- rows without the period's first day may have that of the suspicion or the finding
      CASE WHEN "Fra dato" <> '' OR other_day = '' THEN 'Fra dato' WHEN is_suspected THEN 'Mistanke-dato' ELSE 'Påvist-dato' END
        AS begun_column,
      CASE WHEN "Fra dato" <> '' THEN "Fra dato" ELSE other_day END AS begun
    FROM (
      SELECT *, CASE WHEN is_suspected THEN "Mistanke-dato" ELSE "Påvist-dato" END AS other_day
      FROM (
        SELECT *, Lokalitetsnummer AS site_id, week_monday(published_whole(År), published_whole(Uke)) AS week,
          published_area(ProduksjonsområdeId) AS area_id, degrees_of(Lat) AS latitude, degrees_of(Lon) AS longitude,
          coalesce(known_disease(Sykdom), Sykdom) AS disease, coalesce(known_status(Status), Status) AS status_code,
          coalesce(known_status(Status), Status) = 'suspected' AS is_suspected
        FROM authority.delivered
      )
    )
  )
);

-- In the latest week so far, another last day of the same period contradicts the first.
CREATE TABLE authority.checked AS
SELECT
  line, site_id, week, Lokalitetsnavn AS site_name, latitude, longitude, area_id, disease, status_code AS status,
  from_date, to_date, Sykdom, Status AS written_status,
  coalesce(own_fault, CASE WHEN latest_before = week AND first_in_week.to_date IS DISTINCT FROM to_date
    THEN fault_of('Til dato', "Til dato",
      'line ' || first_in_week.line || ' has another last day of the same period in the same week') END) AS fault
FROM (
  SELECT *,
    max(week) FILTER (own_fault IS NULL) OVER (PARTITION BY site_id, disease, status_code, from_date ORDER BY line
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest_before,
    arg_min({'line': line, 'to_date': to_date}, line) FILTER (own_fault IS NULL)
      OVER (PARTITION BY site_id, disease, status_code, from_date, week) AS first_in_week
  FROM authority.period
);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.checked WHERE fault IS NOT NULL;
INSERT INTO authority.report_row
SELECT line, site_id, week, site_name, latitude, longitude, area_id FROM authority.checked WHERE fault IS NULL;

CREATE TABLE authority.distinct_period AS
SELECT DISTINCT ON (site_id, disease, status, from_date) *, week <= last_day() AND from_date <= last_day() AS is_past
FROM authority.checked
WHERE fault IS NULL
ORDER BY site_id, disease, status, from_date, week DESC, line;

INSERT INTO report_disease
SELECT getvariable('file_no'), line, week, site_id, disease, status, from_date, to_date FROM authority.distinct_period WHERE is_past;
INSERT INTO report_week SELECT * FROM report_weeks('disease');
INSERT INTO report_site SELECT * FROM report_sites();

INSERT INTO authority.unknown
SELECT line, 'are kept with the disease as it is written', 'Sykdom', Sykdom
FROM authority.checked
WHERE fault IS NULL AND known_disease(Sykdom) IS NULL
UNION ALL
SELECT line, 'are kept with the status as it is written', 'Status', written_status
FROM authority.checked
WHERE fault IS NULL AND known_status(written_status) IS NULL;

INSERT INTO authority.note SELECT * FROM unknown_words('are kept with the disease as it is written');
INSERT INTO authority.note SELECT * FROM unknown_words('are kept with the status as it is written');
INSERT INTO authority.note
SELECT left_out((SELECT count(*) FROM authority.checked WHERE fault IS NULL) - count(*), 'rows that repeat a period')
FROM authority.distinct_period;
INSERT INTO authority.note
SELECT left_out(count(*), 'periods of weeks or days after ' || last_day()) FROM authority.distinct_period WHERE NOT is_past;
