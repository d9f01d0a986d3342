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

-- A text as a day; NULL if it is not a day, or not at midnight.
CREATE MACRO day_of(t) AS
  CASE WHEN NOT has_short_year(trim(t)) AND time_of(t) = date_trunc('day', time_of(t)) THEN CAST(time_of(t) AS DATE) END;

-- Whether a text is present but not a day.
CREATE MACRO is_no_day(t) AS nullif(trim(t), '') IS NOT NULL AND day_of(t) IS NULL;

-- A text with that decimal sign as one with a point; NULL if it has a point already, and that is not the sign.
CREATE MACRO with_point(t, decimal_sign) AS
  CASE WHEN decimal_sign = '.' THEN t WHEN NOT contains(t, '.') THEN replace(t, decimal_sign, '.') END;

-- A text as a number, with that decimal sign and no other; NULL if it is none. An amount has six decimals.
CREATE MACRO number_of(t, decimal_sign) AS TRY_CAST(with_point(t, decimal_sign) AS DOUBLE);
CREATE MACRO amount_of(t, decimal_sign) AS TRY_CAST(with_point(t, decimal_sign) AS DECIMAL(18,6));

-- Whether a text is a number but for underscores, which DuckDB leaves out: 1_000 and 1_0.5.
CREATE MACRO has_underscore(t) AS contains(t, '_') AND regexp_full_match(trim(t), '[-+0-9_.,eE]*');

-- Whether a text is present but no number; DECIMAL(18,6) holds what is below 10^12.
CREATE MACRO is_no_number(t, decimal_sign) AS
  t IS NOT NULL AND (contains(t, '_') OR amount_of(t, decimal_sign) IS NULL);

-- Whether the digits of a text can be groups of a thousand: 12.000 and 1.234.000, but not 12.00.
CREATE MACRO has_thousands(t) AS regexp_full_match(trim(t), '[-+]?[1-9]\d{0,2}([.,]\d{3})+');

-- Whether a text is present but no whole number beyond doubt. What has another fraction than 000 is refused as such.
CREATE MACRO is_no_whole(t, decimal_sign) AS t IS NOT NULL AND (number_of(t, decimal_sign) IS NULL OR contains(t, '_')
  OR ((t LIKE '%.000%' OR t LIKE '%,000%') AND has_thousands(t)));

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
