-- The project's functions, for Trino: the same names as prelude.duckdb.sql, which says what each one means.
-- Trino has year_of_week itself.

CREATE FUNCTION week_start(d DATE) RETURNS DATE
  RETURN CAST(date_trunc('week', d) AS DATE);

CREATE FUNCTION month_start(d DATE) RETURNS DATE
  RETURN CAST(date_trunc('month', d) AS DATE);

CREATE FUNCTION month_end(d DATE) RETURNS DATE
  RETURN last_day_of_month(d);

CREATE FUNCTION months_of_period(kind VARCHAR) RETURNS BIGINT
  RETURN CASE kind WHEN 'month' THEN 1 WHEN 'quarterly' THEN 3 WHEN 'tertial' THEN 4 ELSE 12 END;

CREATE FUNCTION period_start(d DATE, kind VARCHAR) RETURNS DATE
  RETURN date_add('month', (month(d) - 1) / months_of_period(kind) * months_of_period(kind),
    CAST(date_trunc('year', d) AS DATE));

CREATE FUNCTION period_end(d DATE, kind VARCHAR) RETURNS DATE
  RETURN last_day_of_month(date_add('month', months_of_period(kind) - 1, period_start(d, kind)));

CREATE FUNCTION period_label(d DATE, kind VARCHAR) RETURNS VARCHAR
  RETURN CASE kind
    WHEN 'month' THEN substr(CAST(d AS VARCHAR), 1, 7)
    WHEN 'quarterly' THEN concat(CAST(year(d) AS VARCHAR), '-Q', CAST((month(d) - 1) / 3 + 1 AS VARCHAR))
    WHEN 'tertial' THEN concat(CAST(year(d) AS VARCHAR), '-T', CAST((month(d) - 1) / 4 + 1 AS VARCHAR))
    ELSE CAST(year(d) AS VARCHAR) END;

CREATE FUNCTION period_days(d DATE, kind VARCHAR, data_begin DATE, data_end DATE) RETURNS BIGINT
  RETURN CASE WHEN kind = 'month' THEN day(last_day_of_month(d))
    ELSE date_diff('day', greatest(period_start(d, kind), data_begin), least(period_end(d, kind), data_end)) + 1 END;

CREATE FUNCTION plus_days(d DATE, n BIGINT) RETURNS DATE
  RETURN date_add('day', n, d);

CREATE FUNCTION plus_months(d DATE, n BIGINT) RETURNS DATE
  RETURN date_add('month', n, d);

CREATE FUNCTION first_incomplete_month(data_end DATE) RETURNS DATE
  RETURN month_start(plus_days(data_end, 1));

CREATE FUNCTION period_rate(losses DOUBLE, fish_days DOUBLE, days DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN fish_days > 0 THEN losses * days / fish_days END;

CREATE FUNCTION cumulative_risk(sum_of_rates DOUBLE, number_of_rates BIGINT, n BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN number_of_rates = n THEN 1e0 - exp(-sum_of_rates) END;

CREATE FUNCTION risk_of(sum_of_rates DOUBLE) RETURNS DOUBLE
  RETURN 1e0 - exp(-sum_of_rates);

CREATE FUNCTION share(part DOUBLE, whole DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN whole > 0 THEN coalesce(part, 0e0) / whole END;

CREATE FUNCTION mean_weight(grams DOUBLE, fish DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN fish > 0 THEN grams / fish END;

CREATE FUNCTION whole_gram(grams BIGINT, fish BIGINT) RETURNS BIGINT
  RETURN CASE WHEN fish > 0 THEN (2 * grams + fish) / (2 * fish) END;

CREATE FUNCTION kilograms(grams DOUBLE) RETURNS DOUBLE
  RETURN grams / 1000;

CREATE FUNCTION weight_group(gram DOUBLE, width BIGINT) RETURNS BIGINT
  RETURN CAST(floor(gram) AS BIGINT) / width * width + width / 2;

CREATE FUNCTION published(value DOUBLE, other_groups BIGINT, min_groups BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN other_groups >= min_groups THEN value END;

CREATE FUNCTION published_count(value BIGINT, other_groups BIGINT, min_groups BIGINT) RETURNS BIGINT
  RETURN CASE WHEN other_groups >= min_groups THEN coalesce(value, 0) END;

CREATE FUNCTION own_count(value BIGINT, is_farmer BOOLEAN) RETURNS BIGINT
  RETURN CASE WHEN is_farmer THEN coalesce(value, 0) END;

CREATE FUNCTION in_weight_range(gram DOUBLE, range_start BIGINT, range_end BIGINT) RETURNS BOOLEAN
  RETURN (gram >= range_start AND (range_end >= 15000 OR gram <= range_end));

CREATE FUNCTION region_order(region VARCHAR) RETURNS BIGINT
  RETURN CASE region WHEN 'Norge' THEN 0 WHEN 'Sør' THEN 1 WHEN 'Midt' THEN 2 WHEN 'Nord' THEN 3 ELSE 4 END;

CREATE FUNCTION size_of(items ARRAY(INTEGER)) RETURNS BIGINT
  RETURN cardinality(items);

CREATE FUNCTION has_item(items ARRAY(VARCHAR), item VARCHAR) RETURNS BOOLEAN
  RETURN contains(items, item);

CREATE FUNCTION quantile_of(items ARRAY(DOUBLE), p DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN cardinality(items) > 0 THEN
    element_at(array_sort(items), CAST(floor(p * (cardinality(items) - 1)) AS BIGINT) + 1)
    + (p * (cardinality(items) - 1) - floor(p * (cardinality(items) - 1)))
      * (element_at(array_sort(items), CAST(ceiling(p * (cardinality(items) - 1)) AS BIGINT) + 1)
         - element_at(array_sort(items), CAST(floor(p * (cardinality(items) - 1)) AS BIGINT) + 1)) END;

CREATE FUNCTION no_integers() RETURNS ARRAY(INTEGER)
  RETURN CAST(ARRAY[] AS ARRAY(INTEGER));

CREATE FUNCTION no_texts() RETURNS ARRAY(VARCHAR)
  RETURN CAST(ARRAY[] AS ARRAY(VARCHAR));
