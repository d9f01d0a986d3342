-- Macros that the mappings of the authority's formats share. A row has at most one fault: the first of a coalesce. Those that name a
-- fault are NULL for a good value.

CREATE OR REPLACE TEMP MACRO fault_of(c, v, r) AS {'column_name': c, 'value': v, 'reason': r};

CREATE OR REPLACE TEMP MACRO last_day() AS CAST(getvariable('today') AS DATE);

CREATE OR REPLACE TEMP MACRO no_value(c, t) AS CASE WHEN t = '' THEN fault_of(c, t, 'no value') END;

-- Numbers have a decimal point, never a comma; the point in 1.000 is not a thousands separator.
CREATE OR REPLACE TEMP MACRO published_number(t) AS
  CASE WHEN regexp_full_match(t, '-?\d{1,18}([.]\d{1,18})?') THEN TRY_CAST(t AS DECIMAL(38,18)) END;
CREATE OR REPLACE TEMP MACRO no_number(c, t) AS
  coalesce(no_value(c, t), CASE WHEN published_number(t) IS NULL THEN fault_of(c, t, 'not a number with decimal point') END);
CREATE OR REPLACE TEMP MACRO published_whole(t) AS
  CASE WHEN length(t) < 10 AND ltrim(t, '0123456789') = '' OR published_number(t) = trunc(published_number(t))
    THEN TRY_CAST(TRY_CAST(t AS DOUBLE) AS INTEGER) END;
CREATE OR REPLACE TEMP MACRO outside(n, least, most) AS n IS NULL OR n NOT BETWEEN least AND most;
-- n is the published number or whole number of the text, which is worked out once for each row.
CREATE OR REPLACE TEMP MACRO no_whole(c, t, n, least, most) AS CASE WHEN outside(n, least, most)
  THEN coalesce(no_number(c, t), fault_of(c, t, 'not a whole number from ' || least || ' to ' || most)) END;

-- Texts that the lake stores: a column may be shifted or hostile, and a text of a million letters would be in every answer.
CREATE OR REPLACE TEMP MACRO no_shown(c, t) AS
  CASE WHEN regexp_matches(t, '[\x{00}-\x{08}\x{0E}-\x{1B}\x{7F}-\x{9F}]') THEN fault_of(c, t, 'has control characters') END;
CREATE OR REPLACE TEMP MACRO no_stored(c, t) AS
  coalesce(CASE WHEN length(t) > 200 THEN fault_of(c, t, 'is longer than 200 letters') END, no_shown(c, t));
CREATE OR REPLACE TEMP MACRO no_name(c, t) AS coalesce(no_value(c, t), no_stored(c, t));
CREATE OR REPLACE TEMP MACRO stripped(t) AS regexp_replace(t, '^\s+|\s+$', '', 'g');
CREATE OR REPLACE TEMP MACRO cut_text(t) AS CASE WHEN length(t) > 200 THEN left(t, 200) || '...' ELSE t END;

-- The number of a production area: 5, 05, PO5, 5.0, or with its name, as in 5 - Stadt til Hustadvika. ProductionAreaId.java reads the
-- same of GeoJSON.
CREATE OR REPLACE TEMP MACRO names_no_area(t) AS lower(t) IN ('', '(null)');
CREATE OR REPLACE TEMP MACRO published_area(t) AS
  TRY_CAST(regexp_extract(t, '^(?:PO\s*)?(\d{1,2})(?:[.]0+)?(?:(?:\s+|\s*[-:]\s+)\p{L}.*)?$', 1) AS INTEGER);
CREATE OR REPLACE TEMP MACRO no_area(c, t, area) AS CASE WHEN outside(area, 1, 13) AND NOT names_no_area(t)
  THEN fault_of(c, t, CASE WHEN area IS NULL THEN 'not a production area''s number' ELSE 'production areas are numbered 1 to 13' END) END;

CREATE OR REPLACE TEMP MACRO no_site(c, t) AS
  coalesce(no_value(c, t), CASE WHEN NOT regexp_full_match(t, '[1-9]\d{0,7}') THEN fault_of(c, t, 'not a site number') END);

-- Degrees, WGS84, within waters = [south, north, west, east]; a row may have no position.
CREATE OR REPLACE TEMP MACRO degrees_of(t) AS CASE WHEN published_number(t) IS NOT NULL THEN TRY_CAST(t AS DOUBLE) END;
CREATE OR REPLACE TEMP MACRO no_degrees(c, t, d, least, most) AS CASE WHEN outside(d, least, most)
  THEN coalesce(no_number(c, t), fault_of(c, t, 'not in Norway''s waters (' || least || ' to ' || most || ' degrees)')) END;
CREATE OR REPLACE TEMP MACRO no_position(north_column, north, latitude, east_column, east, longitude) AS
  CASE WHEN north <> '' OR east <> ''
    THEN coalesce(no_degrees(north_column, north, latitude, getvariable('waters')[1], getvariable('waters')[2]),
      no_degrees(east_column, east, longitude, getvariable('waters')[3], getvariable('waters')[4])) END;

-- The Monday of an ISO week of a year, both as whole numbers; NULL if the year has no such week.
CREATE OR REPLACE TEMP MACRO any_monday(y, w) AS
  CASE WHEN y BETWEEN 1990 AND 2100 AND w BETWEEN 1 AND 53 THEN monday(make_date(y, 1, 4)) + 7 * (w - 1) END;
CREATE OR REPLACE TEMP MACRO week_monday(y, w) AS CASE WHEN w < 53 OR isoyear(any_monday(y, w)) = y THEN any_monday(y, w) END;
CREATE OR REPLACE TEMP MACRO no_week(year_column, y, week_column, w, week) AS CASE WHEN week IS NULL
  THEN coalesce(no_whole(year_column, y, published_whole(y), 1990, 2100), no_whole(week_column, w, published_whole(w), 1, 53),
    fault_of(week_column, w, 'the year ' || published_whole(y) || ' has no such week')) END;

-- A day as 2026-01-31, 31.01.2026 or 31-01-2026, or an instant that is midnight in Norway, with or without a zone.
CREATE OR REPLACE TEMP MACRO iso_text(t) AS
  CASE WHEN substr(t, 5, 1) = '-' THEN left(t, 10) ELSE substr(t, 7, 4) || '-' || substr(t, 4, 2) || '-' || left(t, 2) END
    || substr(t, 11);
CREATE OR REPLACE TEMP MACRO is_like_a_day(t) AS
  regexp_full_match(t, '(\d{4}-\d{2}-\d{2}|\d{2}[.-]\d{2}[.-]\d{4})([T ]\d{2}:\d{2}(:\d{2}([.]\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?');
CREATE OR REPLACE TEMP MACRO published_day(t) AS CASE WHEN regexp_full_match(t, '\d{4}-\d{2}-\d{2}') THEN TRY_CAST(t AS DATE)
  WHEN is_like_a_day(t) THEN CAST(norwegian_second(iso_text(t)) AS DATE) END;
CREATE OR REPLACE TEMP MACRO not_day(c, t, day) AS
  CASE WHEN day IS NULL OR length(t) > 10 OR day < DATE '1990-01-01' THEN CASE
    WHEN NOT is_like_a_day(t) THEN fault_of(c, t, 'not a day, as in 2026-01-31')
    WHEN day IS NULL THEN fault_of(c, t, 'no such day')
    WHEN norwegian_second(iso_text(t)) <> day OR regexp_matches(t, '[.]\d*[1-9]\d*(Z|[+-]|$)') AND contains(t, ':')
      THEN fault_of(c, t, 'not midnight in Norway, so not a day')
    WHEN day < DATE '1990-01-01' THEN fault_of(c, t, 'is before 1990-01-01') END END;
CREATE OR REPLACE TEMP MACRO no_day(c, t, day) AS coalesce(no_value(c, t), not_day(c, t, day));

-- The fault of what a weekly report says of its site and week.
CREATE OR REPLACE TEMP MACRO no_report_row(site, y, w, week, area, area_id, north, latitude, east, longitude, name) AS coalesce(
  no_site('Lokalitetsnummer', site), no_week('År', y, 'Uke', w, week), no_area('ProduksjonsområdeId', area, area_id),
  no_position('Lat', north, latitude, 'Lon', east, longitude), no_stored('Lokalitetsnavn', name));

-- The id of a treatment, computed from what is reported of it, so that it is the same in every delivery.
CREATE OR REPLACE TEMP MACRO reported_id(publisher, week, site, identity) AS concat(publisher, '-', isoyear(week), '-W',
  lpad(CAST(weekofyear(week) AS VARCHAR), 2, '0'), '-', site, '-', left(sha256(identity), 12));

-- The kind of a measure against lice by the authority's words: until 2023 mekanisk fjerning was a measure of its own, since 2024 it is
-- a type of ikke-medikamentell. Several words are a combination; what is not known is Other.
CREATE OR REPLACE TEMP MACRO kind_of(category, handling, known) AS {'category': category, 'handling': handling, 'known': known};
CREATE OR REPLACE TEMP MACRO are_measures(words) AS regexp_matches(words, ' og |[+,/\x{3B}]')
  AND len([w FOR w IN regexp_split_to_array(words, ' og |[+,/\x{3B}]') IF stripped(w) NOT IN ('badebehandling', 'fôrbehandling',
    'annen behandling', 'termisk behandling', 'mekanisk behandling', 'ferskvannsbehandling', 'medikamentell', 'ikke-medikamentell')]) = 0;
CREATE OR REPLACE TEMP MACRO several_or_other(words, handling) AS
  CASE WHEN are_measures(words) OR starts_with(words, 'kombinasjon') THEN kind_of('Combination', true, true)
    ELSE kind_of('Other', handling, false) END;
CREATE OR REPLACE TEMP MACRO measure_kind(measure, type) AS
  CASE measure
    WHEN 'rensefisk' THEN kind_of('Cleanerfish', false, true)
    WHEN 'mekanisk fjerning' THEN kind_of('Mechanical', true, true)
    WHEN 'medikamentell' THEN CASE type
      WHEN 'badebehandling' THEN kind_of('Bath', true, true)
      WHEN 'fôrbehandling' THEN kind_of('Medicinal', false, true)
      WHEN 'annen behandling' THEN kind_of('Other', false, true)
      ELSE several_or_other(type, false) END
    WHEN 'ikke-medikamentell' THEN CASE type
      WHEN 'termisk behandling' THEN kind_of('Thermal', true, true)
      WHEN 'mekanisk behandling' THEN kind_of('Mechanical', true, true)
      WHEN 'ferskvannsbehandling' THEN kind_of('Freshwater', true, true)
      WHEN 'annen behandling' THEN kind_of('Other', true, true)
      ELSE several_or_other(type, true) END
    ELSE several_or_other(measure, false) END;

-- Remarks: a number of rows and what they are, if there are any.
CREATE OR REPLACE TEMP MACRO rows_note(n, what) AS CASE WHEN n > 0 THEN n || ' rows ' || what END;
CREATE OR REPLACE TEMP MACRO left_out(n, what) AS CASE WHEN n > 0 THEN 'left out: ' || n || ' ' || what END;

-- The latest names and places of the sites, and the weeks, which replace those of a table of the lake.
CREATE OR REPLACE TEMP MACRO report_sites() AS TABLE
  SELECT DISTINCT ON (site_id) site_id, site_name, latitude, longitude, production_area_id, week
  FROM authority.report_row
  WHERE site_name <> '' AND (latitude IS NOT NULL OR production_area_id IS NOT NULL)
  ORDER BY site_id, week DESC, line;
CREATE OR REPLACE TEMP MACRO report_weeks(target) AS TABLE
  SELECT DISTINCT target, week FROM authority.report_row WHERE week <= last_day();

-- A remark on rows that are kept in a way since a word is not known, with examples.
CREATE OR REPLACE TEMP MACRO unknown_words(how) AS TABLE
  SELECT CAST(sum(n) AS BIGINT) || ' rows ' || how || ', since a word is not known: '
    || array_to_string(list(word ORDER BY first_line, word)[:20], ', ')
  FROM (
    SELECT column_name || ' ' || left(word, 60) || CASE WHEN length(word) > 60 THEN '...' ELSE '' END AS word, count(*) AS n,
      min(line) AS first_line
    FROM authority.unknown
    WHERE kept = how
    GROUP BY ALL
  )
  HAVING count(*) > 0;

-- A few of many items, in order, and how many more there are.
CREATE OR REPLACE TEMP MACRO shown_list(items) AS array_to_string(list_sort(items)[:20], ', ')
  || CASE WHEN len(items) > 20 THEN ' and ' || (len(items) - 20) || ' more' ELSE '' END;

-- Different texts in order with | between them; NULL without any.
CREATE OR REPLACE TEMP MACRO joined(texts) AS
  nullif(array_to_string(list_sort(list_distinct([t FOR t IN texts IF t <> ''])), '|'), '');

-- The date in the register's title, as in PR. 31-12-2023.
CREATE OR REPLACE TEMP MACRO title_pattern() AS '\bPR[.]?\s*(\d{1,2})[.-](\d{1,2})[.-](\d{4})\b';
CREATE OR REPLACE TEMP MACRO title_date(title) AS TRY_CAST(regexp_replace(regexp_extract(title, title_pattern()),
  title_pattern(), '\3-\2-\1') AS DATE);

-- Whether the file has a column.
CREATE OR REPLACE TEMP MACRO has_column(c) AS c IN (SELECT name FROM authority.header);

-- Figures of the biomass statistics: below an upper bound above all fish of the country, in count and kg, so that sums cannot overflow.
CREATE OR REPLACE TEMP MACRO no_figure(c, t, n, is_signed, is_count) AS
  CASE WHEN outside(n, CASE WHEN is_signed THEN -9999999999.999999999 ELSE 0 END, 9999999999.999999999) OR is_count AND n <> trunc(n)
    THEN coalesce(no_number(c, t), CASE WHEN n < 0 AND NOT is_signed THEN fault_of(c, t, 'negative') END,
      CASE WHEN n <> trunc(n) AND is_count THEN fault_of(c, t, 'not a whole number') END, fault_of(c, t, 'too large')) END;
CREATE OR REPLACE TEMP MACRO no_signed_count(c, t, n) AS no_figure(c, t, n, true, true);
CREATE OR REPLACE TEMP MACRO no_count(c, t, n) AS no_figure(c, t, n, false, true);
CREATE OR REPLACE TEMP MACRO no_kilograms(c, t, n) AS no_figure(c, t, n, false, false);
CREATE OR REPLACE TEMP MACRO rounded(n) AS CAST(round(n, 0) AS BIGINT);

-- Lice per fish, and what a report says with Ja or Nei.
CREATE OR REPLACE TEMP MACRO lice(t) AS TRY_CAST(round(published_number(t), 2) AS DECIMAL(6,2));
CREATE OR REPLACE TEMP MACRO no_lice(c, t) AS CASE WHEN t <> '' AND outside(published_number(t), 0, 9999.99)
  THEN coalesce(no_number(c, t), fault_of(c, t, 'must be from 0 to 9999.99 lice per fish')) END;
CREATE OR REPLACE TEMP MACRO said(t) AS CASE lower(t) WHEN 'ja' THEN true WHEN 'nei' THEN false END;
CREATE OR REPLACE TEMP MACRO yes_or_no(t) AS CASE t WHEN 'true' THEN 'Ja' WHEN 'false' THEN 'Nei' ELSE t END;
CREATE OR REPLACE TEMP MACRO no_said(c, t) AS CASE WHEN lower(t) NOT IN ('', 'ja', 'nei') THEN fault_of(c, t, 'must be Ja or Nei') END;
CREATE OR REPLACE TEMP MACRO other_count(c, t, here, there, first_line) AS
  CASE WHEN here IS DISTINCT FROM there THEN fault_of(c, t, 'line ' || first_line || ' has another of the same site and week') END;
CREATE OR REPLACE TEMP MACRO lice_notes(uncounted, bare, late) AS [rows_note(uncounted, 'did not count lice'),
  rows_note(bare, 'are probably without fish'), left_out(late, 'rows of weeks after ' || last_day())];

-- The words of the disease report, in any case.
CREATE OR REPLACE TEMP MACRO known_disease(word) AS CASE lower(word)
  WHEN 'pd' THEN 'PD' WHEN 'pankreassykdom' THEN 'PD'
  WHEN 'ila' THEN 'ILA' WHEN 'infeksioes_lakseanemi' THEN 'ILA' WHEN 'infeksiøs lakseanemi' THEN 'ILA'
  WHEN 'bkd' THEN 'BKD' WHEN 'bakteriell_nyresyke' THEN 'BKD' WHEN 'bakteriell nyresyke' THEN 'BKD'
  WHEN 'vhs' THEN 'VHS' WHEN 'viral_hemoragisk_septikemi' THEN 'VHS'
  WHEN 'ihn' THEN 'IHN' WHEN 'infeksioes_hematopoietisk_nekrose' THEN 'IHN'
  WHEN 'furunkulose' THEN 'Furunkulose' WHEN 'francisellose' THEN 'Francisellose' END;
CREATE OR REPLACE TEMP MACRO known_status(word) AS CASE
  WHEN lower(word) IN ('mistanke', 'mistenkt') THEN 'suspected'
  WHEN lower(word) IN ('påvist', 'paavist', 'bekreftet', 'diagnose') THEN 'confirmed'
  WHEN lower(word) = 'avkreftet' THEN 'refuted'
  WHEN lower(word) = 'avsluttet' THEN 'ended' END;

-- Of the food-safety authority's reports: a value of JSON as a table would have it; NULL of a list, an object or nothing.
CREATE OR REPLACE TEMP MACRO json_text(node) AS
  CASE WHEN json_type(node) NOT IN ('NULL', 'ARRAY', 'OBJECT') THEN nullif(stripped(node ->> '$'), '') END;
CREATE OR REPLACE TEMP MACRO no_list(c, t) AS
  CASE WHEN t = '' THEN NULL
    WHEN NOT json_valid(t) THEN fault_of(c, t, 'is no object and no list')
    WHEN json_type(t) NOT IN ('ARRAY', 'NULL') THEN fault_of(c, t, 'is no list') END;
CREATE OR REPLACE TEMP MACRO lice_text(t, name) AS
  CASE WHEN json_valid(t) THEN coalesce(stripped(CAST(t AS JSON) ->> name), '') ELSE '' END;
CREATE OR REPLACE TEMP MACRO sent_at(t) AS
  CASE WHEN regexp_full_match(upper(t), '\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.]\d{1,9})?)?(Z|[+-]\d{2}:\d{2})')
    THEN TRY_CAST(regexp_replace(upper(t), 'T(\d{2}:\d{2})(Z|[+-])', 'T\1:00\2') AS TIMESTAMPTZ) END;
CREATE OR REPLACE TEMP MACRO list_step(list) AS
  CASE list WHEN 'ikkeMedikamentelleBehandlinger' THEN 1 WHEN 'medikamentelleBehandlinger' THEN 2 ELSE 3 END;
-- the words that the weekly measures have for the same
CREATE OR REPLACE TEMP MACRO measure_words(type) AS
  CASE lower(type) WHEN 'forbehandling' THEN 'fôrbehandling' ELSE replace(lower(type), '_', ' ') END;

-- Of the Veterinary Institute's files: species and regions in English and Norwegian, areas by number, also as PO3, and two that are one region.
CREATE OR REPLACE TEMP MACRO institute() AS 'Veterinærinstituttet, Laksetap';
CREATE OR REPLACE TEMP MACRO published_species(t) AS CASE replace(lower(t), ' ', '')
  WHEN 'salmon' THEN 'SAL' WHEN 'laks' THEN 'SAL' WHEN 'rainbowtrout' THEN 'TRR' WHEN 'regnbueørret' THEN 'TRR' END;
CREATE OR REPLACE TEMP MACRO area_numbers(t) AS CASE
  WHEN regexp_full_match(t, '(?i)(P[OA]\s*)?\d{1,2}([.]0+)?') OR regexp_full_match(t, '(?i)(P[OA]\s*)?\d{1,2}\s*(&|-|og|and)\s*\d{1,2}')
  THEN [CAST(n AS INTEGER) FOR n IN regexp_extract_all(regexp_replace(t, '[.]0+', ''), '\d+')] END;
CREATE OR REPLACE TEMP MACRO region_of_area(areas) AS CASE
  WHEN areas = [1, 2] THEN '1 & 2' WHEN areas = [12, 13] THEN '12 & 13'
  WHEN len(areas) = 1 AND areas[1] BETWEEN 1 AND 13 THEN CAST(areas[1] AS VARCHAR) END;
CREATE OR REPLACE TEMP MACRO published_region(geo_group, t) AS CASE geo_group
  WHEN 'area' THEN region_of_area(area_numbers(t))
  WHEN 'country' THEN CASE WHEN lower(t) IN ('norge', 'norway', 'country') THEN 'Norge' END
  WHEN 'county' THEN t END;
CREATE OR REPLACE TEMP MACRO no_place(species, species_code, geo_group, region, written) AS coalesce(
  no_value('species', species), CASE WHEN species_code IS NULL THEN fault_of('species', species, 'neither salmon nor rainbow trout') END,
  CASE WHEN geo_group NOT IN ('area', 'county', 'country') THEN fault_of('geo_group', geo_group, 'none of area, county and country') END,
  no_name('region', written), CASE WHEN region IS NULL THEN fault_of('region', written, CASE geo_group
    WHEN 'area' THEN 'not a production area''s number, nor 1 & 2 or 12 & 13' ELSE 'not Norge' END) END);
CREATE OR REPLACE TEMP MACRO no_month(c, t, d) AS
  coalesce(no_day(c, t, d), CASE WHEN day(d) > 1 THEN fault_of(c, t, 'not the first day of a month') END);
CREATE OR REPLACE TEMP MACRO nothing(t) AS t IN ('', 'NA');
CREATE OR REPLACE TEMP MACRO percent(t) AS TRY_CAST(round(published_number(t), 2) AS DECIMAL(6,2));
CREATE OR REPLACE TEMP MACRO no_percent(c, t) AS CASE WHEN outside(published_number(t), 0, 100)
  THEN coalesce(no_number(c, t), fault_of(c, t, 'must be from 0 to 100 percent')) END;
-- Whether a name says that a file is by month or of the year to date; NULL if it says neither, or both.
CREATE OR REPLACE TEMP MACRO says_month(t) AS regexp_matches(lower(t), 'month|m(å|a.?)ned');
CREATE OR REPLACE TEMP MACRO says_year(t) AS regexp_matches(lower(t), 'cumulative|kumulativ|year.?to.?date|hittil');
CREATE OR REPLACE TEMP MACRO kind_in_name(t) AS
  CASE WHEN says_month(t) AND NOT says_year(t) THEN 'month' WHEN says_year(t) AND NOT says_month(t) THEN 'year_to_date' END;
