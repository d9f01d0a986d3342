-- The project's functions, for DuckDB. prelude.trino.sql holds the same names for Trino; a test compares the two.
-- Nothing else in sql/v2 and sql/v3 knows which engine it runs on.

-- The Monday of a day's ISO week.
CREATE MACRO week_start(d) AS CAST(date_trunc('week', d) AS DATE);

-- The ISO year that a day's week belongs to: 2027-01-01 lies in week 53 of 2026.
CREATE MACRO year_of_week(d) AS isoyear(d);

-- The first and the last day of a day's month.
CREATE MACRO month_start(d) AS CAST(date_trunc('month', d) AS DATE);
CREATE MACRO month_end(d) AS last_day(d);

-- A day so many days, or months, later; negative numbers go back. From the 31st a shorter month gives its last day.
CREATE MACRO plus_days(d, n) AS CAST(date_add(CAST(d AS DATE), to_days(CAST(n AS INTEGER))) AS DATE);
CREATE MACRO plus_months(d, n) AS CAST(date_add(CAST(d AS DATE), to_months(CAST(n AS INTEGER))) AS DATE);

-- Losses per mean fish at risk over a period of so many days (Norwegian Veterinary Institute; Toft et al. 2004,
-- Bang Jensen et al. 2020): losses / (fish_days / days). Fish days are the sum over days of the stock at the start of the day.
-- A fraction; null without fish.
CREATE MACRO period_rate(losses, fish_days, days) AS
  CASE WHEN fish_days > 0 THEN CAST(losses AS DOUBLE) * days / fish_days END;

-- The risk that n periods in a row add up to, from the sum of their rates: 1 - exp(-sum). Null unless all n have a rate.
CREATE MACRO cumulative_risk(sum_of_rates, number_of_rates, n) AS
  CASE WHEN number_of_rates = n THEN 1e0 - exp(-sum_of_rates) END;

-- A benchmark value, or null where it rests on too few farmer groups other than the caller's own.
CREATE MACRO published(value, other_groups, min_groups) AS
  CASE WHEN other_groups >= min_groups THEN value END;

-- Whether a mean weight lies in a range of grams, both ends included; an end of 15000 means no upper limit.
CREATE MACRO in_weight_range(gram, range_start, range_end) AS
  gram >= range_start AND (range_end >= 15000 OR gram <= range_end);

-- How many items a list has.
CREATE MACRO size_of(items) AS len(items);

-- Whether a list holds an item.
CREATE MACRO has_item(items, item) AS list_contains(items, item);

-- The quantile of a list of numbers, by linear interpolation at p x (n - 1).
CREATE MACRO quantile_of(items, p) AS list_aggregate(items, 'quantile_cont', p);

-- Empty lists.
CREATE MACRO no_integers() AS CAST([] AS INTEGER[]);
CREATE MACRO no_texts() AS CAST([] AS VARCHAR[]);
