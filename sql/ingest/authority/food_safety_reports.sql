-- The food-safety authority's open reports of lice and treatments by site and week, as its API gives them. Each licence holder of a site
-- reports, and corrects by another report. Of co-operating holders the latest report with a count gives the lice, and each treatment
-- counts once, however many of them report it. The reports know no limit of lice, and have temperatures that the weekly report has.
CREATE TABLE authority.treatment_list AS
SELECT line, place, list, t, no_list(place || list, t) AS fault, CASE WHEN json_valid(t) THEN CAST(t AS JSON) END AS items
FROM (
  SELECT line, '' AS place, unnest(['ikkeMedikamentelleBehandlinger', 'medikamentelleBehandlinger', 'kombinasjonsbehandlinger']) AS list,
    unnest([ikkeMedikamentelleBehandlinger, medikamentelleBehandlinger, kombinasjonsbehandlinger]) AS t
  FROM authority.delivered
);
CREATE TABLE authority.combination AS
SELECT line, unnest(items -> '$[*]') AS node, generate_subscripts(items -> '$[*]', 1) AS i
FROM authority.treatment_list
WHERE list = 'kombinasjonsbehandlinger';

-- The treatments, alone or as parts of a combination, which has a number.
CREATE TABLE authority.part AS
SELECT line, combination, i, list, item, place || list AS place, substance,
  CASE list WHEN 'medikamentelleBehandlinger' THEN 'medikamentell' ELSE 'ikke-medikamentell' END AS measure, json_text(item -> 'type') AS type,
  measure_kind(CASE list WHEN 'medikamentelleBehandlinger' THEN 'medikamentell' ELSE 'ikke-medikamentell' END,
    measure_words(json_text(item -> 'type')))
    AS kind,
  -- EMAMECTIN_BENZOAT is Emamectin benzoat
  coalesce(json_text(substance -> 'annetVirkestoff'), upper(left(code, 1)) || replace(lower(substr(code, 2)), '_', ' ')) AS named,
  json_text(item -> 'beskrivelse') AS description, item -> 'heleLokaliteten' AS whole, item -> 'antallMerder' AS cages
FROM (
  SELECT *, item -> 'virkestoff' AS substance, coalesce(json_text(item -> 'virkestoff' -> 'type'), json_text(item -> 'virkestoff')) AS code
  FROM (
    SELECT line, combination, place, list, unnest(items -> '$[*]') AS item, generate_subscripts(items -> '$[*]', 1) AS i
    FROM (
      SELECT line, 0 AS combination, place, list, items FROM authority.treatment_list WHERE list <> 'kombinasjonsbehandlinger'
      UNION ALL
      SELECT line, i, 'kombinasjonsbehandlinger.', list, node -> list
      FROM (SELECT line, i, node, unnest(['ikkeMedikamentelleBehandlinger', 'medikamentelleBehandlinger']) AS list FROM authority.combination)
    )
  )
);

CREATE TABLE authority.treatment AS
SELECT
  line, combination, list, i, kind.category, cut_text(called) AS subtype, kind.handling AS handling,
  CASE json_type(whole) WHEN 'BOOLEAN' THEN CASE WHEN CAST(whole AS BOOLEAN) THEN 'full' ELSE 'partial' END END AS scope,
  TRY_CAST(json_text(cages) AS INTEGER) AS cages, CASE WHEN NOT kind.known THEN measure || ', ' || type END AS unknown,
  coalesce(CASE WHEN type IS NULL THEN fault_of(place || '.type', CAST(item AS VARCHAR), 'no value') END, no_shown(place, cut_text(called)),
    CASE WHEN json_type(whole) NOT IN ('NULL', 'BOOLEAN')
      THEN fault_of(place || '.heleLokaliteten', CAST(whole AS VARCHAR), 'must be true or false') END,
    CASE WHEN json_type(cages) <> 'NULL' AND (json_type(cages) NOT IN ('UBIGINT', 'BIGINT')
      OR TRY_CAST(json_text(cages) AS DOUBLE) NOT BETWEEN 0 AND 1000)
      THEN fault_of(place || '.antallMerder', coalesce(json_text(cages), CAST(cages AS VARCHAR)),
        'not a whole number from 0 to 1000') END) AS fault
FROM (
  SELECT *, CASE WHEN named IS NULL AND kind.category = 'Other' THEN coalesce(description, measure_words(type)) ELSE named END AS called
  FROM authority.part
);

-- The first fault of a report, as it is read from its beginning: the lists with their treatments, then each combination.
CREATE TABLE authority.treatment_fault AS
SELECT line, first(fault ORDER BY step, i) AS fault
FROM (
  SELECT line, list_step(list) AS step, -1 AS i, fault FROM authority.treatment_list
  UNION ALL
  SELECT line, 10 * combination + list_step(list), -1, no_list('kombinasjonsbehandlinger.' || list, coalesce(CAST(node -> list AS VARCHAR), ''))
  FROM (
    SELECT line, i AS combination, node, unnest(['ikkeMedikamentelleBehandlinger', 'medikamentelleBehandlinger']) AS list
    FROM authority.combination
  )
  UNION ALL
  SELECT line, 10 * combination + list_step(list), i, fault FROM authority.treatment
  UNION ALL
  SELECT line, 10 * i + 4, 0, fault_of('kombinasjonsbehandlinger', CAST(node AS VARCHAR), 'is a combination of no treatments')
  FROM authority.combination AS c
  WHERE NOT EXISTS (SELECT 1 FROM authority.part AS p WHERE p.line = c.line AND p.combination = c.i)
)
WHERE fault IS NOT NULL
GROUP BY line;

CREATE TABLE authority.report AS
SELECT
  line, lokalitetsnummer AS site_id, week, organisasjonsnummer AS holder,
  sent, sjøtemperatur <> '' AS has_temperature,
  {'adult_female': lice(adults), 'mobile': lice(mobile), 'attached': lice(attached), 'has_counted': adults <> ''} AS lice,
  coalesce(no_site('lokalitetsnummer', lokalitetsnummer), no_week('år', år, 'uke', uke, week), t.fault,
    no_value('rapporteringstidspunkt', rapporteringstidspunkt),
    CASE WHEN sent IS NULL
      THEN fault_of('rapporteringstidspunkt', rapporteringstidspunkt, 'not an instant such as 2026-09-15T12:00:00Z') END,
    CASE WHEN lusetelling = '' THEN NULL
      WHEN NOT json_valid(lusetelling) THEN fault_of('lusetelling', lusetelling, 'is no object and no list')
      WHEN json_type(lusetelling) NOT IN ('OBJECT', 'NULL') THEN fault_of('lusetelling', lusetelling, 'is no object') END,
    no_lice('lusetelling.voksneHunnlus', adults), no_lice('lusetelling.bevegeligeLus', mobile),
    no_lice('lusetelling.fastsittendeLus', attached)) AS fault
FROM (
  SELECT *, week_monday(published_whole(år), published_whole(uke)) AS week, sent_at(rapporteringstidspunkt) AS sent,
    lice_text(lusetelling, 'voksneHunnlus') AS adults, lice_text(lusetelling, 'bevegeligeLus') AS mobile,
    lice_text(lusetelling, 'fastsittendeLus') AS attached
  FROM authority.delivered
)
LEFT JOIN authority.treatment_fault AS t USING (line);

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.report WHERE fault IS NOT NULL;

-- The latest report of each holder, and of them the one that gives the week's lice.
CREATE TABLE authority.holder_report AS
SELECT
  *, max(sent) OVER site_week AS last_sent, first_value(line) OVER counting_first = line AS is_counting,
  {'line': first_value(line) OVER counting_first, 'lice': first_value(lice) OVER counting_first} AS counting
FROM (
  SELECT DISTINCT ON (site_id, week, holder) *
  FROM authority.report
  WHERE fault IS NULL
  ORDER BY site_id, week, holder, sent DESC, line DESC
)
WINDOW site_week AS (PARTITION BY site_id, week),
  counting_first AS (PARTITION BY site_id, week ORDER BY lice.has_counted DESC, sent DESC, line DESC);

-- Their treatments; a combination's parts are of the same pens: the most of them are those treated.
CREATE TABLE authority.reported AS
SELECT r.line, r.site_id, r.week, r.counting.line AS counting_line, t.*
FROM authority.holder_report AS r
JOIN (
  SELECT line AS report_line, category, subtype, handling, scope, cages FROM authority.treatment WHERE combination = 0
  UNION ALL
  SELECT line, 'Combination', cut_text(array_to_string(list_sort(list(concat_ws(' ', category, subtype))), ' + ')), bool_or(handling),
    CASE WHEN count(DISTINCT scope) > 1 THEN 'partial' ELSE min(scope) END, max(cages)
  FROM authority.treatment
  WHERE combination > 0
  GROUP BY line, combination
) AS t ON t.report_line = r.line;
CREATE TABLE authority.distinct_treatment AS
SELECT DISTINCT ON (id) *
FROM (
  SELECT *, reported_id('mattilsynet', week, site_id, concat_ws(chr(10), category, coalesce(subtype, 'null'), coalesce(scope, 'null'),
    coalesce(CAST(cages AS VARCHAR), 'null'))) AS id
  FROM authority.reported
)
ORDER BY id, line;

INSERT INTO report_site_week
SELECT getvariable('file_no'), site_id, week, epoch_ms(last_sent) FROM authority.holder_report WHERE is_counting AND week <= last_day();
-- the line of the report that gives the week's lice, so that both are rejected together
INSERT INTO report_treatment
SELECT getvariable('file_no'), counting_line, id, week, site_id, category, subtype, handling, scope, cages
FROM authority.distinct_treatment
WHERE week <= last_day();
INSERT INTO report_lice
SELECT getvariable('file_no'), line, week, site_id, lice.adult_female, lice.mobile, lice.attached, NULL, NULL, lice.has_counted, NULL,
  'mattilsynet'
FROM authority.holder_report
WHERE is_counting AND week <= last_day();

INSERT INTO authority.unknown
SELECT t.line, 'have a treatment that is kept as Other', 'type', string_agg(t.unknown, chr(59) || ' ' ORDER BY list_step(t.list), t.i)
FROM (
  SELECT line, list, i, unknown, CASE WHEN combination = 0 THEN -row_number() OVER () ELSE combination END AS combination
  FROM authority.treatment
) AS t
JOIN authority.report AS r USING (line)
WHERE t.unknown IS NOT NULL AND r.fault IS NULL
GROUP BY t.line, t.combination;

INSERT INTO authority.note SELECT * FROM unknown_words('have a treatment that is kept as Other');
INSERT INTO authority.note
SELECT rows_note(count(*), 'have a temperature that is not stored: the weekly lice report has those')
FROM authority.report
WHERE fault IS NULL AND has_temperature;
INSERT INTO authority.note
SELECT 'not stored: ' || shown_list(list(name || ' of ' || n || ' rows'))
FROM (
  SELECT left(o.name, 60) || CASE WHEN length(o.name) > 60 THEN '...' ELSE '' END AS name, count(*) AS n
  FROM authority.other AS o
  JOIN authority.report AS r USING (line)
  WHERE r.fault IS NULL
  GROUP BY o.name
)
HAVING count(*) > 0;
INSERT INTO authority.note SELECT unnest(lice_notes(
  count(*) FILTER (week <= last_day() AND NOT lice.has_counted), 0, count(*) FILTER (week > last_day())))
FROM authority.holder_report
WHERE is_counting;
INSERT INTO authority.note
SELECT left_out(count(*) - (SELECT count(*) FROM authority.holder_report), 'rows that a later report of the same holder, site and week replaces')
FROM authority.report
WHERE fault IS NULL;
INSERT INTO authority.note
SELECT left_out(count(*), 'rows of other holders of the same site and week' || chr(59) || ' their treatments count once')
FROM authority.holder_report
WHERE NOT is_counting;
INSERT INTO authority.note
SELECT 'in ' || count(DISTINCT (site_id, week)) || ' sites and weeks holders report different lice' || chr(59) || ' the latest report was taken'
FROM authority.holder_report
WHERE lice.has_counted AND lice IS DISTINCT FROM counting.lice
HAVING count(*) > 0;
INSERT INTO authority.note
SELECT 'counted once: ' || n || ' treatments that repeat another one of the same site and week'
FROM (SELECT count(*) - (SELECT count(*) FROM authority.distinct_treatment) AS n FROM authority.reported)
WHERE n > 0;
INSERT INTO authority.note
SELECT rows_note(count(*), 'have a treatment whose text was shortened') FROM authority.distinct_treatment WHERE length(subtype) > 200;
