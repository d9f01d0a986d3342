-- The site and licence register (Akvakulturregisteret) in its layouts of 2019, 2023 and 2026: a title line with the date, a header, then
-- one row per licence, site and species. A licence without a site is counted only.
INSERT INTO authority.failure
SELECT CASE WHEN found = '' THEN 'no title line with the register''s date, as in PR. 31-12-2023'
  ELSE 'the title''s date ' || found || ' does not exist' END
FROM (SELECT title_date(getvariable('title')) AS day, regexp_extract(getvariable('title'), title_pattern()) AS found)
WHERE day IS NULL;

CREATE TABLE authority.licence AS
SELECT
  line, LOK_NR AS site_id, LOK_NAVN AS site_name, latitude, longitude,
  CASE upper(LOK_PLASS) WHEN 'SJØ' THEN 'offshore' WHEN 'LAND' THEN 'onshore' END AS placement,
  production_area_id,
  -- the personal number of a private owner is never stored
  regexp_extract("ORG.NR/PERS.NR", '^\d{9}$') AS owner,
  upper(FORMÅL) AS purpose, upper(stage) AS production_form,
  LOK_NR = '' AND LOK_NAVN = '' AS is_without_site,
  CASE WHEN LOK_NR <> '' OR LOK_NAVN <> '' THEN coalesce(no_site('LOK_NR', LOK_NR), no_stored('ART', ART), no_name('LOK_NAVN', LOK_NAVN),
    no_position('N_GEOWGS84', N_GEOWGS84, latitude, 'Ø_GEOWGS84', Ø_GEOWGS84, longitude), no_value('LOK_PLASS', LOK_PLASS),
    CASE WHEN upper(LOK_PLASS) NOT IN ('SJØ', 'LAND') THEN fault_of('LOK_PLASS', LOK_PLASS, 'neither SJØ nor LAND') END,
    no_area('PROD_OMR', PROD_OMR, production_area_id), no_stored('FORMÅL', FORMÅL), no_stored(stage_column, stage)) END AS fault
FROM (
  SELECT *, degrees_of(N_GEOWGS84) AS latitude, degrees_of(Ø_GEOWGS84) AS longitude, published_area(PROD_OMR) AS production_area_id,
    CASE WHEN PRODUKSJONSFORM = '' THEN PRODUKSJONSSTADIUM ELSE PRODUKSJONSFORM END AS stage,
    CASE WHEN PRODUKSJONSFORM = '' THEN 'PRODUKSJONSSTADIUM' ELSE 'PRODUKSJONSFORM' END AS stage_column
  FROM authority.delivered
  WHERE title_date(getvariable('title')) IS NOT NULL
);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.licence WHERE fault IS NOT NULL;

-- The rows of a site together: owners, purposes and forms of all, everything else from the first row that has it.
CREATE TABLE authority.site AS
SELECT
  site_id, arg_min(site_name, line) AS site_name, arg_min(latitude, line) AS latitude, arg_min(longitude, line) AS longitude,
  arg_min(placement, line) AS placement, arg_min(production_area_id, line) AS production_area_id, coalesce(joined(list(owner)), '') AS owners,
  joined(list(purpose)) AS purpose, joined(list(production_form)) AS production_form,
  count(DISTINCT site_name) > 1 OR count(DISTINCT placement) > 1 OR count(DISTINCT production_area_id) > 1
    OR count(DISTINCT (latitude, longitude)) FILTER (latitude IS NOT NULL) > 1 AS is_contradicted
FROM authority.licence
WHERE fault IS NULL AND NOT is_without_site
GROUP BY site_id;

INSERT INTO register_site
SELECT * EXCLUDE (is_contradicted), title_date(getvariable('title')), getvariable('file_no') FROM authority.site;

INSERT INTO authority.note
SELECT 'register of ' || title_date(getvariable('title')) || ', ' || count(*) || ' sites' FROM authority.site;
INSERT INTO authority.note
SELECT 'rows of ' || count(*) || ' sites contradict each other' || chr(59) || ' the first was taken'
FROM authority.site
WHERE is_contradicted
HAVING count(*) > 0;
INSERT INTO authority.note
SELECT left_out(count(*), CASE WHEN count(*) = 1 THEN 'licence that has' ELSE 'licences that have' END || ' no site')
FROM authority.licence
WHERE is_without_site;
