-- The functions of sql/prelude.duckdb.sql that the compared routes use, for PostgreSQL. Each is one expression of immutable parts, so
-- that PostgreSQL puts it in place where it is called.
CREATE DOMAIN double AS double precision;  -- the standard's short name, which PostgreSQL lacks
CREATE FUNCTION day(d date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT CAST(extract(day FROM d) AS integer) $$;
CREATE FUNCTION month(d date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT CAST(extract(month FROM d) AS integer) $$;
CREATE FUNCTION year(d date) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT CAST(extract(year FROM d) AS integer) $$;
CREATE FUNCTION month_start(d date) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT d - (CAST(extract(day FROM d) AS integer) - 1) $$;
CREATE FUNCTION plus_months(d date, n integer) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT CAST(CAST(d AS timestamp) + n * interval '1 month' AS date) $$;
CREATE FUNCTION month_end(d date) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT plus_months(month_start(d), 1) - 1 $$;
CREATE FUNCTION months_of_period(kind text) RETURNS integer LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE kind WHEN 'month' THEN 1 WHEN 'quarterly' THEN 3 WHEN 'tertial' THEN 4 ELSE 12 END $$;
CREATE FUNCTION period_start(d date, kind text) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE kind WHEN 'month' THEN month_start(d) ELSE make_date(CAST(extract(year FROM d) AS integer),
       (CAST(extract(month FROM d) AS integer) - 1) / months_of_period(kind) * months_of_period(kind) + 1, 1) END $$;
CREATE FUNCTION period_end(d date, kind text) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT plus_months(period_start(d, kind), months_of_period(kind)) - 1 $$;
CREATE FUNCTION period_label(d date, kind text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE kind
       WHEN 'month' THEN substr(CAST(d AS text), 1, 7)
       WHEN 'quarterly' THEN concat(extract(year FROM d), '-Q', (CAST(extract(month FROM d) AS integer) - 1) / 3 + 1)
       WHEN 'tertial' THEN concat(extract(year FROM d), '-T', (CAST(extract(month FROM d) AS integer) - 1) / 4 + 1)
       ELSE CAST(extract(year FROM d) AS text) END $$;
CREATE FUNCTION period_days(d date, kind text, data_begin date, data_end date) RETURNS integer LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN kind = 'month' THEN day(month_end(d))
       ELSE least(period_end(d, kind), data_end) - greatest(period_start(d, kind), data_begin) + 1 END $$;
CREATE FUNCTION period_rate(losses numeric, fish_days numeric, days numeric) RETURNS double precision LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN fish_days > 0 THEN CAST(losses AS double precision) * CAST(days AS double precision)
       / CAST(fish_days AS double precision) END $$;
CREATE FUNCTION cumulative_risk(sum_of_rates double precision, number_of_rates bigint, n integer) RETURNS double precision
  LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN number_of_rates = n THEN 1e0 - exp(-sum_of_rates) END $$;
CREATE FUNCTION mean_weight(grams numeric, fish numeric) RETURNS double precision LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN fish > 0 THEN CAST(grams AS double precision) / CAST(fish AS double precision) END $$;
CREATE FUNCTION published(value anyelement, site_count bigint) RETURNS anyelement LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN site_count IS NOT NULL THEN value END $$;
CREATE FUNCTION is_own(group_key text, company text, own_group text, own text) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  $$ SELECT group_key = own_group AND company = coalesce(own, company) $$;
CREATE FUNCTION own_count(value anyelement, is_farmer boolean) RETURNS anyelement LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN is_farmer THEN coalesce(value, 0) END $$;
CREATE FUNCTION in_weight_range(weight_class integer, range_start integer, range_end integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  $$ SELECT weight_class >= range_start / 100 * 100
       AND (range_end >= 15000 OR weight_class < greatest((range_end + 99) / 100 * 100, range_start / 100 * 100 + 100)) $$;
CREATE FUNCTION is_every_weight(range_start integer, range_end integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  $$ SELECT range_start < 100 AND range_end >= 15000 $$;
CREATE FUNCTION region_order(region text) RETURNS integer LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE region WHEN 'Norge' THEN 0 WHEN 'Sør' THEN 1 WHEN 'Midt' THEN 2 WHEN 'Nord' THEN 3 ELSE 4 END $$;
CREATE FUNCTION plus_days(d date, n integer) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT d + n $$;
CREATE FUNCTION first_incomplete_month(complete_through date) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT month_start(complete_through + 1) $$;
CREATE AGGREGATE bitwise_or_agg(bigint) (SFUNC = int8or, STYPE = bigint);
CREATE FUNCTION has_enough_days(days bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT bit_count(CAST(days AS bit(32))) >= 7 $$;
CREATE FUNCTION are_enough(groups bigint, min_farmers integer, own_left_out boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  $$ SELECT min_farmers <= 1 OR groups > min_farmers OR (own_left_out AND groups = min_farmers) $$;
CREATE FUNCTION share(part numeric, whole numeric) RETURNS double precision LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN whole > 0 THEN CAST(coalesce(part, 0) AS double precision) / CAST(whole AS double precision) END $$;
