-- The project's functions, for Trino: the same names as prelude.duckdb.sql, which says what each one means.
-- Trino has year_of_week itself.

CREATE FUNCTION week_start(d DATE) RETURNS DATE
  RETURN CAST(date_trunc('week', d) AS DATE);

CREATE FUNCTION month_start(d DATE) RETURNS DATE
  RETURN CAST(date_trunc('month', d) AS DATE);

CREATE FUNCTION month_end(d DATE) RETURNS DATE
  RETURN last_day_of_month(d);

CREATE FUNCTION plus_days(d DATE, n BIGINT) RETURNS DATE
  RETURN date_add('day', n, d);

CREATE FUNCTION plus_months(d DATE, n BIGINT) RETURNS DATE
  RETURN date_add('month', n, d);

CREATE FUNCTION period_rate(losses DOUBLE, fish_days DOUBLE, days DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN fish_days > 0 THEN losses * days / fish_days END;

CREATE FUNCTION cumulative_risk(sum_of_rates DOUBLE, number_of_rates BIGINT, n BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN number_of_rates = n THEN 1e0 - exp(-sum_of_rates) END;

CREATE FUNCTION published(value DOUBLE, other_groups BIGINT, min_groups BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN other_groups >= min_groups THEN value END;

CREATE FUNCTION in_weight_range(gram DOUBLE, range_start BIGINT, range_end BIGINT) RETURNS BOOLEAN
  RETURN (gram >= range_start AND (range_end >= 15000 OR gram <= range_end));

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
