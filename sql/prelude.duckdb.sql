-- The project's functions, for DuckDB. prelude.trino.sql holds the same names for Trino; a test compares the two.
-- Nothing else in sql/v2 and sql/v3 knows which engine it runs on.

-- The Monday of a day's ISO week. Counting days back is several times as fast as date_trunc here, and runs for every row.
CREATE MACRO week_start(d) AS CAST(d AS DATE) - CAST(isodow(CAST(d AS DATE)) - 1 AS INTEGER);

-- The ISO year that a day's week belongs to: 2027-01-01 lies in week 53 of 2026.
CREATE MACRO year_of_week(d) AS isoyear(d);

-- The first and the last day of a day's month. The first by subtraction: date_trunc('month', d) takes several times as long,
-- and this runs on every row.
CREATE MACRO month_start(d) AS CAST(d AS DATE) - CAST(day(CAST(d AS DATE)) - 1 AS INTEGER);
CREATE MACRO month_end(d) AS last_day(d);

-- How many months one of the named periods has: month, quarterly, tertial (four months), year.
CREATE MACRO months_of_period(kind) AS
  CASE kind WHEN 'month' THEN 1 WHEN 'quarterly' THEN 3 WHEN 'tertial' THEN 4 ELSE 12 END;

-- The first and the last day of the named period that a day lies in, and its label: 2026-03, 2026-Q1, 2026-T1, 2026.
CREATE MACRO period_start(d, kind) AS
  CAST(date_add(CAST(date_trunc('year', d) AS DATE),
    to_months(CAST((month(d) - 1) // months_of_period(kind) * months_of_period(kind) AS INTEGER))) AS DATE);
CREATE MACRO period_end(d, kind) AS
  last_day(CAST(date_add(period_start(d, kind), to_months(months_of_period(kind) - 1)) AS DATE));
CREATE MACRO period_label(d, kind) AS
  CASE kind
    WHEN 'month' THEN substr(CAST(CAST(d AS DATE) AS VARCHAR), 1, 7)
    WHEN 'quarterly' THEN concat(CAST(year(d) AS VARCHAR), '-Q', CAST((month(d) - 1) // 3 + 1 AS VARCHAR))
    WHEN 'tertial' THEN concat(CAST(year(d) AS VARCHAR), '-T', CAST((month(d) - 1) // 4 + 1 AS VARCHAR))
    ELSE CAST(year(d) AS VARCHAR) END;

-- How many days a rate of the named period is for: all days of a month; of a longer period those between data begin and data end.
CREATE MACRO period_days(d, kind, data_begin, data_end) AS
  CASE WHEN kind = 'month' THEN day(last_day(d))
    ELSE date_diff('day', greatest(period_start(d, kind), CAST(data_begin AS DATE)),
      least(period_end(d, kind), CAST(data_end AS DATE))) + 1 END;

-- A day so many days, or months, later; negative numbers go back. From the 31st a shorter month gives its last day.
CREATE MACRO plus_days(d, n) AS CAST(date_add(CAST(d AS DATE), to_days(CAST(n AS INTEGER))) AS DATE);
CREATE MACRO plus_months(d, n) AS CAST(date_add(CAST(d AS DATE), to_months(CAST(n AS INTEGER))) AS DATE);

-- The first month that the data do not reach the end of: the months before it are complete (legacy v2).
CREATE MACRO first_incomplete_month(data_end) AS month_start(plus_days(data_end, 1));

-- Losses per mean fish at risk over a period of so many days (Norwegian Veterinary Institute; Toft et al. 2004,
-- Bang Jensen et al. 2020): losses / (fish_days / days). Fish days are the sum over days of the stock at the start of the day.
-- A fraction; null without fish.
CREATE MACRO period_rate(losses, fish_days, days) AS
  CASE WHEN fish_days > 0 THEN CAST(losses AS DOUBLE) * days / fish_days END;

-- The risk that n periods in a row add up to, from the sum of their rates: 1 - exp(-sum). Null unless all n have a rate.
CREATE MACRO cumulative_risk(sum_of_rates, number_of_rates, n) AS
  CASE WHEN number_of_rates = n THEN 1e0 - exp(-sum_of_rates) END;

-- The risk that rates add up to, however many there are: 1 - exp(-sum). Null without any.
CREATE MACRO risk_of(sum_of_rates) AS 1e0 - exp(-sum_of_rates);

-- The share that a part has in a whole: 0 for a part of nothing, null where the whole is nothing.
CREATE MACRO share(part, whole) AS
  CASE WHEN whole > 0 THEN CAST(coalesce(part, 0) AS DOUBLE) / whole END;

-- The mean weight of so many fish in grams, as it is and as whole grams (half away from zero); null without fish.
CREATE MACRO mean_weight(grams, fish) AS
  CASE WHEN fish > 0 THEN CAST(grams AS DOUBLE) / fish END;
CREATE MACRO whole_gram(grams, fish) AS
  CASE WHEN fish > 0 THEN CAST((2 * grams + fish) // (2 * fish) AS BIGINT) END;

-- Grams as kilograms.
CREATE MACRO kilograms(grams) AS CAST(grams AS DOUBLE) / 1000;

-- The midpoint in grams, rounded down, of the weight bucket of so many grams that a weight lies in: 0 up to 500 is 250.
CREATE MACRO weight_group(gram, width) AS
  CAST(floor(gram) AS INTEGER) // width * width + width // 2;

-- A benchmark value, or null where it rests on too few farmer groups other than the caller's own.
CREATE MACRO published(value, other_groups, min_groups) AS
  CASE WHEN other_groups >= min_groups THEN value END;

-- A benchmark count or sum, 0 over nothing; null where it rests on too few farmer groups.
CREATE MACRO published_count(value, other_groups, min_groups) AS
  CASE WHEN other_groups >= min_groups THEN coalesce(value, 0) END;

-- The caller's own count or sum, 0 over nothing; null for a caller who is not a farmer.
CREATE MACRO own_count(value, is_farmer) AS
  CASE WHEN is_farmer THEN coalesce(value, 0) END;

-- Whether a mean weight lies in a range of grams, both ends included; an end of 15000 means no upper limit.
CREATE MACRO in_weight_range(gram, range_start, range_end) AS
  gram >= range_start AND (range_end >= 15000 OR gram <= range_end);

-- Where a region stands in an ordered list: the country, then its regions from south to north.
CREATE MACRO region_order(region) AS
  CASE region WHEN 'Norge' THEN 0 WHEN 'Sør' THEN 1 WHEN 'Midt' THEN 2 WHEN 'Nord' THEN 3 ELSE 4 END;

-- How many items a list has.
CREATE MACRO size_of(items) AS len(items);

-- Whether a list holds an item.
CREATE MACRO has_item(items, item) AS list_contains(items, item);

-- The quantile of a list of numbers, by linear interpolation at p x (n - 1).
CREATE MACRO quantile_of(items, p) AS list_aggregate(items, 'quantile_cont', p);

-- Empty lists.
CREATE MACRO no_integers() AS CAST([] AS INTEGER[]);
CREATE MACRO no_texts() AS CAST([] AS VARCHAR[]);
