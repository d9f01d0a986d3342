-- Macros of the staging database; the statements of the other files beside this one use them.

-- Grams of n fish of a weight, rounded half away from zero. The types keep the product within 64 bits.
CREATE MACRO grams(fish, weight) AS
  CAST(round(CAST(fish AS DECIMAL(10,0)) * CAST(weight AS DECIMAL(7,2)), 0) AS BIGINT);

-- The same for a loss that was weighed: six decimals, at most 30,000 g. Above 33 million fish the product may need 128 bits, which
-- are many times slower to round.
CREATE MACRO grams_weighed(fish, weight) AS
  CASE WHEN fish <= 33000000 THEN CAST(round(CAST(fish AS DECIMAL(10,0)) * CAST(weight AS DECIMAL(11,6)), 0) AS BIGINT)
    ELSE CAST(round(CAST(fish AS DECIMAL(10,0)) * CAST(weight AS DECIMAL(21,6)), 0) AS BIGINT) END;

-- Whether a day lies in the current year, the variable of that name.
CREATE MACRO in_year(d) AS
  d BETWEEN make_date(getvariable('year'), 1, 1) AND make_date(getvariable('year'), 12, 31);

-- The Monday of the ISO week of a day.
CREATE MACRO monday(d) AS CAST(date_trunc('week', d) AS DATE);

-- Texts of days and times: 2026-03-31, or day first with dots as in Norway, 31.03.2026; a time of the day may follow. The year
-- always has four digits. Slashes are refused, since 03/04/2026 is two different days.
CREATE MACRO has_short_year(t) AS regexp_matches(t, '[.]\d{1,3}( |$)');

CREATE MACRO time_of(t) AS try_strptime(t, ['%Y-%m-%d', '%Y-%m-%dT%H:%M', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M',
  '%Y-%m-%d %H:%M:%S', '%d.%m.%Y', '%d.%m.%Y %H:%M', '%d.%m.%Y %H:%M:%S']);

-- The zone after a time: Z, UTC, +02, +0200 or +02:00; empty if there is none.
CREATE MACRO zone_of(t) AS
  CASE WHEN contains(t, ':')
    THEN regexp_extract(trim(t), '\d:\d\d(?:[.,]\d+)? *([Zz]|UTC|[-+](?:0\d|1[0-4])(?::?[0-5]\d)?)$', 1) ELSE '' END;

-- A text without its zone, and without a fraction of a second that is zeros.
CREATE MACRO clock_text(t) AS
  CASE WHEN contains(t, ':')
    THEN regexp_replace(left(trim(t), length(trim(t)) - length(zone_of(t))), '(\d:\d\d)(?:[.,]0+)? *$', '\1') ELSE trim(t) END;

-- The time on the clock of the place where a text was written.
CREATE MACRO clock_of(t) AS CASE WHEN NOT has_short_year(clock_text(t)) THEN time_of(clock_text(t)) END;

-- How many minutes a zone is ahead of UTC.
CREATE MACRO minutes_ahead(zone) AS
  CASE WHEN upper(zone) IN ('Z', 'UTC') THEN 0
    ELSE (CASE WHEN left(zone, 1) = '-' THEN -1 ELSE 1 END) * (TRY_CAST(substr(zone, 2, 2) AS BIGINT) * 60
      + TRY_CAST(rpad(ltrim(substr(zone, 4), ':'), 2, '0') AS BIGINT)) END;

-- A text as the time in Norway: what it says if it has no zone, else that instant on a Norwegian clock.
CREATE MACRO norwegian_time(t) AS
  CASE WHEN zone_of(t) = '' THEN clock_of(t)
    ELSE timezone('Europe/Oslo', timezone('UTC', clock_of(t) - to_minutes(minutes_ahead(zone_of(t))))) END;

-- The same of a text whose fraction of a second does not matter.
CREATE MACRO norwegian_second(t) AS norwegian_time(regexp_replace(t, '(:\d\d:\d\d)[.,]\d+', '\1'));

-- The same, and a microsecond more where the text has a zone: only a time without one may be that of another place.
CREATE MACRO zoned_second(t) AS norwegian_second(t) + to_microseconds(CAST(zone_of(t) <> '' AS BIGINT));

-- A text as a day; NULL if it is not a day, or not at midnight in Norway. The common case first: a text without a time. The time
-- stands here once only, since a macro is written out wherever it is used.
CREATE MACRO day_of(t) AS
  CASE WHEN contains(t, ':') THEN TRY_CAST(regexp_extract(CAST(norwegian_time(t) AS VARCHAR), '^(\S+) 00:00:00$', 1) AS DATE)
    WHEN NOT has_short_year(trim(t)) THEN CAST(time_of(trim(t)) AS DATE) END;

-- A text in one form, NULL if it is empty: letters with their accents in one character (NFC), all spaces plain and single, none around it. Most
-- texts have that form, which is quicker to see than to make.
CREATE MACRO one_form(t) AS nullif(trim(CASE WHEN regexp_full_match(t, '([!-~]| [!-~])*') THEN t
  ELSE regexp_replace(nfc_normalize(t), '[\p{Z}\x{200B}\x{FEFF}]+', ' ', 'g') END), '');

-- Words that systems write for nothing.
CREATE MACRO is_word_for_nothing(t) AS lower(trim(t)) IN
  ('-', '–', '—', 'n/a', '#n/a', 'na', 'null', '(null)', '\n', 'nan', 'nat', '<na>', 'none', 'nil');

-- Errors that a spreadsheet shows in place of a formula's value, in English and Norwegian.
CREATE MACRO is_formula_error(t) AS left(trim(t), 1) = '#'
  AND regexp_full_match(upper(trim(t)), '#(I/T|N/A|DIV/0!|VERDI!|VALUE!|REF!|NAVN[?]|NAME[?]|NUM!|TALL!|NULL!|SPILL!|CALC!|OVERFLYT!)');

-- A unit's name in one form: pandas writes 1.0 for a unit 1.
CREATE MACRO unit_of(t) AS regexp_replace(one_form(t), '^(\d{1,9})[.]0$', '\1');

-- Whether a replication tool's mark says that a row was deleted: true, a time, or a word of a change feed; NULL if it says neither.
CREATE MACRO says_deleted(t) AS CASE
  WHEN coalesce(trim(t), '') = '' OR lower(trim(t)) IN ('false', 'f', '0', 'no', 'n', 'nei', 'insert', 'update', 'update_postimage') THEN false
  WHEN lower(trim(t)) IN ('true', 't', '1', 'yes', 'y', 'ja', 'delete', 'deleted') OR regexp_matches(t, '^\s*\d{4}-\d\d-\d\d') THEN true
END;

-- A text, but NULL for one of the words that the operator named as words for nothing.
CREATE MACRO without_words(t, words) AS CASE WHEN NOT list_contains(words, trim(t)) THEN t END;

-- Two dashes in a text would begin a comment for the reader of these files.
CREATE MACRO nothing_fault(t) AS CASE WHEN is_formula_error(t) THEN 'is the error of a formula' ELSE 'is a word for nothing' END
  || ': leave the field empty, or say -' || '-missing ' || trim(t);
CREATE MACRO mark_fault(t) AS CASE WHEN contains(t, chr(65279)) THEN 'holds a byte order mark, as where files were joined: delete it' END;

-- Why a text is no day, beyond that it is none; NULL if there is no more to say.
CREATE MACRO day_fault(t) AS
  CASE WHEN mark_fault(t) IS NOT NULL THEN mark_fault(t)
    WHEN is_word_for_nothing(t) OR is_formula_error(t) THEN nothing_fault(t)
    WHEN zone_of(t) <> ''
      THEN 'is ' || strftime(norwegian_second(t), '%H:%M') || ' in Norway, not midnight: must be a date like 2026-03-31 or 31.03.2026' END;

-- Whether a text is present but not a day.
CREATE MACRO is_no_day(t) AS nullif(trim(t), '') IS NOT NULL AND day_of(t) IS NULL;

-- A text with that decimal sign as one with a point; NULL if it has a point already, and that is not the sign.
CREATE MACRO with_point(t, decimal_sign) AS
  CASE WHEN decimal_sign = '.' THEN t WHEN NOT contains(t, '.') THEN replace(t, decimal_sign, '.') END;

-- A text as a number, with that decimal sign and no other; NULL if it is none. An amount has six decimals.
CREATE MACRO number_of(t, decimal_sign) AS TRY_CAST(with_point(t, decimal_sign) AS DOUBLE);

-- Whole numbers may have spaces between their thousands, plain or unbreakable, if every group has three digits.
CREATE MACRO has_spaced_thousands(t) AS regexp_full_match(trim(t), '[-+]?[1-9]\d{0,2}(?:[ \x{00A0}\x{202F}]\d{3})+');
CREATE MACRO whole_of(t, decimal_sign) AS
  CASE WHEN has_spaced_thousands(t) THEN TRY_CAST(regexp_replace(t, '[ \x{00A0}\x{202F}]', '', 'g') AS DOUBLE)
    ELSE number_of(t, decimal_sign) END;

CREATE MACRO amount_of(t, decimal_sign) AS TRY_CAST(with_point(t, decimal_sign) AS DECIMAL(18,6));

-- Whether a text is a number but for underscores, which DuckDB leaves out: 1_000 and 1_0.5.
CREATE MACRO has_underscore(t) AS contains(t, '_') AND regexp_full_match(trim(t), '[-+0-9_.,eE]*');

-- Whether a text is present but no number; DECIMAL(18,6) holds what is below 10^12.
CREATE MACRO is_no_number(t, decimal_sign) AS
  t IS NOT NULL AND (contains(t, '_') OR amount_of(t, decimal_sign) IS NULL);

-- Whether the digits of a text can be groups of a thousand: 12.000 and 1.234.000, but not 12.00.
CREATE MACRO has_thousands(t) AS regexp_full_match(trim(t), '[-+]?[1-9]\d{0,2}([.,]\d{3})+');

-- Whether a text is present but no whole number beyond doubt. What has another fraction than 000 is refused as such.
CREATE MACRO is_no_whole(t, decimal_sign) AS t IS NOT NULL AND (whole_of(t, decimal_sign) IS NULL OR contains(t, '_')
  OR ((t LIKE '%.000%' OR t LIKE '%,000%') AND has_thousands(t)));

-- Why a text is no number, beyond that it is none; NULL if there is no more to say.
CREATE MACRO number_fault(t, decimal_sign) AS
  CASE WHEN is_word_for_nothing(t) OR is_formula_error(t) THEN nothing_fault(t)
    WHEN mark_fault(t) IS NOT NULL THEN mark_fault(t)
    WHEN regexp_full_match(trim(t), '[-+]?\d{1,3}(([.]\d{3})+,\d+|(,\d{3})+[.]\d+)')
      THEN 'has separators of thousands: write the number alone'
    WHEN has_underscore(t) THEN 'has an underscore: write a number without a separator'
    WHEN contains(t, chr(8722)) THEN 'has the minus sign U+2212: write - before a number'
    WHEN contains(t, '%') THEN 'has a percent sign: write the number alone'
    WHEN decimal_sign = '.' AND regexp_full_match(trim(t), '[-+]?\d+,\d+')
      THEN 'has a decimal comma, and the numbers of the file decimal points: write a point'
    WHEN decimal_sign = ',' AND regexp_full_match(trim(t), '[-+]?\d+[.]\d+')
      THEN 'has a decimal point, and the numbers of the file decimal commas: write a comma'
    WHEN regexp_matches(trim(t), '^[-+]?\d[\d.,]*[ \x{00A0}\x{202F}\x{2009}'']+\d[\d.,]*$')
      THEN 'has a separator between its digits: write a number without one'
    WHEN regexp_full_match(trim(t), '[-+]?\d[\d.,]*[ \x{00A0}]*[\pL°/³²]{1,10}') THEN 'has a unit: write the number alone' END;

-- Flags: true and false, yes and no, Ja and Nei, SANN and USANN of a Norwegian spreadsheet, and X for what is ticked.
CREATE MACRO flag_of(t) AS
  CASE WHEN lower(trim(t)) IN ('ja', 'x', 'sann') THEN true WHEN lower(trim(t)) IN ('nei', 'usann') THEN false
    ELSE TRY_CAST(t AS BOOLEAN) END;

-- The text of an instant; a date with dots becomes ISO, everything else stays.
CREATE MACRO instant_text(t) AS
  CASE WHEN t LIKE '%.%.%' AND NOT has_short_year(t)
    THEN coalesce(strftime(try_strptime(t, ['%d.%m.%Y', '%d.%m.%Y %H:%M', '%d.%m.%Y %H:%M:%S']), '%Y-%m-%dT%H:%M:%S'), t)
    ELSE t END;

-- Generations: V2025 for fish transferred to sea from January to July, H2025 from August to December.
CREATE MACRO generation_of(transfer) AS
  CASE WHEN month(transfer) <= 7 THEN 'V' ELSE 'H' END || CAST(year(transfer) AS VARCHAR);

-- The code of what is well formed, also of 2025 - Vår, 2025 - Høst, 2025 - Spring, 2025 - Autumn; anything else as it was. The
-- common case first, without a regular expression.
CREATE MACRO generation_code(g) AS
  CASE
    WHEN g IS NULL THEN NULL
    WHEN length(g) = 5 AND left(g, 1) IN ('V', 'H') AND TRY_CAST(right(g, 4) AS USMALLINT) BETWEEN 1000 AND 9999 THEN g
    WHEN regexp_full_match(lower(nfc_normalize(nullif(trim(g), ''))), '([0-9]{4}) *- *(vår|høst|spring|autumn)') THEN
      CASE WHEN regexp_extract(lower(nfc_normalize(nullif(trim(g), ''))), '([0-9]{4}) *- *(vår|høst|spring|autumn)', 2)
        IN ('vår', 'spring') THEN 'V' ELSE 'H' END || left(lower(nfc_normalize(nullif(trim(g), ''))), 4)
    WHEN regexp_full_match(upper(nullif(trim(g), '')), '[VH][0-9]{4}') THEN upper(nullif(trim(g), ''))
    ELSE nullif(trim(g), '')
  END;

-- Whether a normal value is present but not a code with a possible year.
CREATE MACRO is_no_generation(g) AS
  g IS NOT NULL AND (length(g) <> 5 OR left(g, 1) NOT IN ('V', 'H')
    OR coalesce(TRY_CAST(right(g, 4) AS USMALLINT), 0) NOT BETWEEN 1985 AND year(CAST(getvariable('today') AS DATE)) + 1);
