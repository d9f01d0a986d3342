-- The project's functions, for Trino: the same names as in prelude.duckdb.sql, which documents them. They are not installed in Trino:
-- a query takes those that it calls along, in WITH FUNCTION.
-- Trino has year_of_week and bitwise_or_agg itself.

CREATE FUNCTION week_start(d DATE) RETURNS DATE
  RETURN CAST(date_trunc('week', d) AS DATE);

CREATE FUNCTION month_start(d DATE) RETURNS DATE
  RETURN CAST(date_trunc('month', d) AS DATE);

CREATE FUNCTION month_end(d DATE) RETURNS DATE
  RETURN last_day_of_month(d);

CREATE FUNCTION piece_start(d DATE) RETURNS DATE
  RETURN greatest(week_start(d), month_start(d));

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

CREATE FUNCTION piece_end(first_day DATE) RETURNS DATE
  RETURN least(plus_days(week_start(first_day), 6), month_end(first_day));

CREATE FUNCTION days_of_piece(first_day DATE) RETURNS BIGINT
  RETURN date_diff('day', first_day, piece_end(first_day)) + 1;

CREATE FUNCTION number_of_pieces(first_day DATE, last_day DATE) RETURNS BIGINT
  RETURN cardinality(filter(sequence(first_day, last_day), d -> day(d) = 1 OR day_of_week(d) = 1));

CREATE FUNCTION plus_months(d DATE, n BIGINT) RETURNS DATE
  RETURN date_add('month', n, d);

CREATE FUNCTION first_incomplete_month(complete_through DATE) RETURNS DATE
  RETURN month_start(plus_days(complete_through, 1));

CREATE FUNCTION number_of_days(days BIGINT) RETURNS BIGINT
  RETURN bit_count(days, 64);

CREATE FUNCTION period_rate(losses DOUBLE, fish_days DOUBLE, days DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN fish_days > 0 THEN losses * days / fish_days END;

CREATE FUNCTION mean_stock(fish_days DOUBLE, days DOUBLE) RETURNS DOUBLE
  RETURN fish_days / days;

CREATE FUNCTION cumulative_risk(sum_of_rates DOUBLE, number_of_rates BIGINT, n BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN number_of_rates = n THEN 1e0 - exp(-sum_of_rates) END;

CREATE FUNCTION has_enough_days(days BIGINT) RETURNS BOOLEAN
  RETURN (bit_count(days, 64) >= 7);

CREATE FUNCTION risk_of(sum_of_rates DOUBLE) RETURNS DOUBLE
  RETURN 1e0 - exp(-sum_of_rates);

CREATE FUNCTION ratio_error(squares DOUBLE, n BIGINT, expected DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN n > 1 AND expected > 0 THEN sqrt(squares * n / (n - 1)) / expected END;

CREATE FUNCTION compared_ratio(observed DOUBLE, expected DOUBLE, compared BIGINT, whole BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN expected > 0 AND 2 * compared >= whole THEN round(observed / expected, 3) END;

CREATE FUNCTION expected_loss(own_fish_days BIGINT, lost BIGINT, fish_days BIGINT, factor BIGINT, tenths BIGINT) RETURNS DECIMAL(38, 12)
  RETURN CASE WHEN fish_days > 0
    THEN CAST(CAST(own_fish_days AS DOUBLE) * lost * factor / (CAST(fish_days AS DOUBLE) * tenths * 1000) AS DECIMAL(38, 12)) END;

CREATE FUNCTION factor_tenths(factors BIGINT, n BIGINT) RETURNS BIGINT
  RETURN CASE WHEN n > 0 THEN greatest((2 * factors + 1000 * n) / (2000 * n), 1) END;

CREATE FUNCTION t_quantile_975(degrees BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN degrees > 30
    THEN 1.959964e0 + 2.372271e0 / degrees + 2.822502e0 / degrees / degrees + 2.555850e0 / degrees / degrees / degrees
  WHEN degrees >= 1
    THEN ARRAY[12.706e0, 4.303e0, 3.182e0, 2.776e0, 2.571e0, 2.447e0, 2.365e0, 2.306e0, 2.262e0, 2.228e0,
      2.201e0, 2.179e0, 2.160e0, 2.145e0, 2.131e0, 2.120e0, 2.110e0, 2.101e0, 2.093e0, 2.086e0,
      2.080e0, 2.074e0, 2.069e0, 2.064e0, 2.060e0, 2.056e0, 2.052e0, 2.048e0, 2.045e0, 2.042e0][degrees] END;

CREATE FUNCTION to_half_digit(x DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN x > 0
    THEN round(round(2 * x / power(10, floor(log10(x) + 1e-12)) + 1e-9) / 2 * power(10, floor(log10(x) + 1e-12)), 12) ELSE x END;

CREATE FUNCTION to_three_digits(x DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN x > 0
    THEN round(round(100 * x / power(10, floor(log10(x) + 1e-12)) + 1e-9) / 100 * power(10, floor(log10(x) + 1e-12)), 12) ELSE x END;

CREATE FUNCTION to_two_digits(x DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN x > 0
    THEN round(round(10 * x / power(10, floor(log10(x) + 1e-12)) + 1e-9) / 10 * power(10, floor(log10(x) + 1e-12)), 12) ELSE x END;

CREATE FUNCTION share(part DOUBLE, whole DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN whole > 0 THEN coalesce(part, 0e0) / whole END;

CREATE FUNCTION positive(n BIGINT) RETURNS BIGINT
  RETURN CASE WHEN n > 0 THEN n ELSE 0 END;

CREATE FUNCTION daily_share_lost(lost DOUBLE, at_risk DOUBLE, first_day DATE) RETURNS DOUBLE
  RETURN CASE WHEN at_risk > 0 THEN lost / at_risk / days_of_piece(first_day) WHEN at_risk IS NOT NULL THEN 0e0 END;

CREATE FUNCTION mean_weight(grams DOUBLE, fish DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN fish > 0 THEN grams / fish END;

CREATE FUNCTION whole_gram(grams BIGINT, fish BIGINT) RETURNS BIGINT
  RETURN CASE WHEN fish > 0 THEN (2 * grams + fish) / (2 * fish) END;

CREATE FUNCTION kilograms(grams DOUBLE) RETURNS DOUBLE
  RETURN grams / 1000;

CREATE FUNCTION weight_class(gram DOUBLE) RETURNS INTEGER
  RETURN CAST(floor(gram) AS INTEGER) / 100 * 100;

CREATE FUNCTION legacy_weight_group(gram DOUBLE) RETURNS INTEGER
  RETURN CASE WHEN gram < 100 THEN 1 WHEN gram < 250 THEN 2 WHEN gram < 500 THEN 3 WHEN gram < 1000 THEN 4 WHEN gram < 2000 THEN 5
    WHEN gram < 3000 THEN 6 WHEN gram < 4000 THEN 7 WHEN gram < 5000 THEN 8 ELSE 9 END;

CREATE FUNCTION weight_group(gram DOUBLE, width BIGINT) RETURNS BIGINT
  RETURN CAST(floor(gram) AS BIGINT) / width * width + width / 2;

CREATE FUNCTION kilogram_class(gram DOUBLE) RETURNS INTEGER
  RETURN least(CAST(floor(gram) AS INTEGER) / 1000, 4);

CREATE FUNCTION kilogram_label(kilogram INTEGER) RETURNS VARCHAR
  RETURN CASE WHEN kilogram >= 4 THEN '4+ kg' ELSE concat(CAST(kilogram AS VARCHAR), '–', CAST(kilogram + 1 AS VARCHAR), ' kg') END;

CREATE FUNCTION week_label(d DATE) RETURNS VARCHAR
  RETURN concat(CAST(year_of_week(d) AS VARCHAR), '-W', substr(CAST(100 + week(d) AS VARCHAR), 2));

CREATE FUNCTION week_a_year_before(monday DATE) RETURNS DATE
  RETURN CASE
    WHEN week(date_add('day', -364, monday)) = week(monday) THEN date_add('day', -364, monday)
    WHEN week(date_add('day', -371, monday)) = week(monday) THEN date_add('day', -371, monday) END;

CREATE FUNCTION percent_change(value DOUBLE, earlier DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN earlier > 0 THEN 1e2 * (value - earlier) / earlier END;

CREATE FUNCTION trend_status(value BIGINT, earlier BIGINT) RETURNS VARCHAR
  RETURN CASE
    WHEN value IS NULL OR earlier IS NULL THEN NULL
    WHEN earlier = 0 THEN 'new'
    WHEN 10 * value > 11 * earlier THEN 'increasing'
    WHEN 10 * value < 9 * earlier THEN 'decreasing'
    ELSE 'stable' END;

CREATE FUNCTION treatment_intensity(value BIGINT, earlier BIGINT) RETURNS VARCHAR
  RETURN CASE
    WHEN value IS NULL OR earlier IS NULL THEN NULL
    WHEN 104 * value > 3 * earlier THEN 'high'
    WHEN 104 * value < earlier THEN 'low'
    ELSE 'moderate' END;

CREATE FUNCTION significantly_above(value BIGINT, total BIGINT, squares DOUBLE, n BIGINT) RETURNS BOOLEAN
  RETURN (n * value - total >= 2 * n
    AND CAST(n * value - total AS DOUBLE) * (n * value - total) * (n - 1) > 4 * n * (n * squares - CAST(total AS DOUBLE) * total));

CREATE FUNCTION significantly_below(value BIGINT, total BIGINT, squares DOUBLE, n BIGINT) RETURNS BOOLEAN
  RETURN (total - n * value >= 2 * n
    AND CAST(n * value - total AS DOUBLE) * (n * value - total) * (n - 1) > 4 * n * (n * squares - CAST(total AS DOUBLE) * total));

CREATE FUNCTION met_unit(unit_ids ARRAY(VARCHAR), owner_id VARCHAR, unit_id VARCHAR, farmer_id VARCHAR, fish_count BIGINT) RETURNS BOOLEAN
  RETURN (fish_count > 0 AND (owner_id IS NULL OR farmer_id = owner_id) AND (unit_ids IS NULL OR contains(unit_ids, unit_id)));

CREATE FUNCTION whole_treatment() RETURNS BIGINT
  RETURN 10708457760;

CREATE FUNCTION unit_part(n BIGINT) RETURNS BIGINT
  RETURN (10708457760 + n - 1) / n;

-- A count stays a whole number.
CREATE FUNCTION published(value BIGINT, site_count BIGINT) RETURNS BIGINT
  RETURN CASE WHEN site_count IS NOT NULL THEN value END;

CREATE FUNCTION published(value DOUBLE, site_count BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN site_count IS NOT NULL THEN value END;

CREATE FUNCTION is_safe(groups BIGINT, total DOUBLE, largest DOUBLE, second DOUBLE, min_farmers BIGINT, max_share BIGINT) RETURNS BOOLEAN
  RETURN (min_farmers <= 1 OR (groups > min_farmers AND 100 * largest <= max_share * (total - coalesce(second, 0))));

CREATE FUNCTION others_are_safe(groups BIGINT, total DOUBLE, largest DOUBLE, min_farmers BIGINT, max_share BIGINT) RETURNS BOOLEAN
  RETURN (groups >= 1 AND (min_farmers <= 1 OR (groups >= min_farmers AND 100 * largest <= max_share * total)));

CREATE FUNCTION is_own(group_key VARCHAR, company VARCHAR, own_group VARCHAR, own VARCHAR) RETURNS BOOLEAN
  RETURN (group_key = own_group AND company = coalesce(own, company));

CREATE FUNCTION own_count(value BIGINT, is_farmer BOOLEAN) RETURNS BIGINT
  RETURN CASE WHEN is_farmer THEN coalesce(value, 0) END;

CREATE FUNCTION in_weight_range(weight_class BIGINT, range_start BIGINT, range_end BIGINT) RETURNS BOOLEAN
  RETURN (weight_class >= range_start / 100 * 100
    AND (range_end >= 15000 OR weight_class < greatest((range_end + 99) / 100 * 100, range_start / 100 * 100 + 100)));

CREATE FUNCTION is_every_weight(range_start BIGINT, range_end BIGINT) RETURNS BOOLEAN
  RETURN (range_start < 100 AND range_end >= 15000);

CREATE FUNCTION capped_sum(total DECIMAL(38, 0)) RETURNS BIGINT
  RETURN CASE WHEN total > 9223372036854775807 THEN 9223372036854775807 ELSE CAST(total AS BIGINT) END;

CREATE FUNCTION region_order(region VARCHAR) RETURNS BIGINT
  RETURN CASE region WHEN 'Norge' THEN 0 WHEN 'Sør' THEN 1 WHEN 'Midt' THEN 2 WHEN 'Nord' THEN 3 ELSE 4 END;

CREATE FUNCTION site_order(site_id VARCHAR) RETURNS BIGINT
  RETURN TRY_CAST(site_id AS BIGINT);

CREATE FUNCTION generation_order(generation VARCHAR) RETURNS VARCHAR
  RETURN substr(generation, 2) || CASE substr(generation, 1, 1) WHEN 'V' THEN '-1' ELSE '-2' END;

CREATE FUNCTION exact_mean(total DOUBLE, n BIGINT) RETURNS DECIMAL(38, 12)
  RETURN CASE WHEN n > 0 THEN CAST(total / n AS DECIMAL(38, 12)) END;

CREATE FUNCTION mean_degrees(total DOUBLE, n BIGINT) RETURNS DECIMAL(18, 12)
  RETURN CASE WHEN n > 0 THEN CAST(total / n AS DECIMAL(18, 12)) END;

CREATE FUNCTION depth_band(depth DOUBLE) RETURNS VARCHAR
  RETURN CASE WHEN depth IS NULL THEN 'unknown' WHEN depth < 5 THEN 'shallow' WHEN depth < 15 THEN 'medium' ELSE 'deep' END;

CREATE FUNCTION week_index(monday DATE) RETURNS BIGINT
  RETURN date_diff('day', DATE '2000-01-03', monday) / 7;

CREATE FUNCTION slope(n BIGINT, sum_x BIGINT, sum_y DECIMAL(38, 12), sum_xy DECIMAL(38, 12), sum_xx BIGINT, steps BIGINT) RETURNS DECIMAL(38, 12)
  RETURN CASE WHEN 2 * n >= steps AND n * sum_xx > sum_x * sum_x
    THEN exact_mean(n * sum_xy - sum_x * sum_y, n * sum_xx - sum_x * sum_x) END;

CREATE FUNCTION warmth(difference DOUBLE) RETURNS VARCHAR
  RETURN CASE WHEN difference IS NULL THEN CAST(NULL AS VARCHAR) WHEN difference <= -15e-1 THEN 'much colder'
    WHEN difference <= -5e-1 THEN 'colder' WHEN difference < 5e-1 THEN 'normal' WHEN difference < 15e-1 THEN 'warmer' ELSE 'much warmer' END;

CREATE FUNCTION month_name(d DATE) RETURNS VARCHAR
  RETURN CASE month(d)
    WHEN 1 THEN 'January'
    WHEN 2 THEN 'February'
    WHEN 3 THEN 'March'
    WHEN 4 THEN 'April'
    WHEN 5 THEN 'May'
    WHEN 6 THEN 'June'
    WHEN 7 THEN 'July'
    WHEN 8 THEN 'August'
    WHEN 9 THEN 'September'
    WHEN 10 THEN 'October'
    WHEN 11 THEN 'November'
    ELSE 'December' END;

CREATE FUNCTION season(d DATE) RETURNS VARCHAR
  RETURN CASE WHEN month(d) IN (12, 1, 2) THEN 'winter' WHEN month(d) IN (3, 4, 5) THEN 'spring'
    WHEN month(d) IN (6, 7, 8) THEN 'summer' ELSE 'autumn' END;

CREATE FUNCTION feed_rate(feed_g DOUBLE, biomass_g DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN biomass_g > 0 THEN 100e0 * feed_g / biomass_g END;

CREATE FUNCTION has_no_move_in(fish BIGINT, fish_before BIGINT) RETURNS BOOLEAN
  RETURN (fish_before > 0 AND 100 * fish <= 101 * fish_before);

CREATE FUNCTION gain_of(fish BIGINT, gram DECIMAL(9, 2), gram_before DECIMAL(9, 2)) RETURNS BIGINT
  RETURN CAST(round(fish * (gram - gram_before)) AS BIGINT);

CREATE FUNCTION growth_weight(gram DOUBLE) RETURNS INTEGER
  RETURN CASE WHEN gram < 500 THEN 0 WHEN gram < 1000 THEN 500 ELSE 1000 * kilogram_class(gram) END;

CREATE FUNCTION is_weighed(gram DECIMAL(9, 2), gram_before DECIMAL(9, 2)) RETURNS BOOLEAN
  RETURN (100 * abs(gram - gram_before) > 5 * gram_before);

CREATE FUNCTION growth_rate(gain_g DOUBLE, biomass_g DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN biomass_g > 0 THEN 100e0 * gain_g / biomass_g END;

CREATE FUNCTION root_growth(gram DOUBLE, gram_before DOUBLE) RETURNS DECIMAL(38, 12)
  RETURN CAST(cbrt(gram) - cbrt(gram_before) AS DECIMAL(38, 12));

CREATE FUNCTION thermal_growth_coefficient(root_growth DOUBLE, degree_days DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN degree_days > 0 THEN 1e3 * root_growth / degree_days END;

CREATE FUNCTION tonnes(grams DOUBLE) RETURNS DOUBLE
  RETURN grams / 1000000;

CREATE FUNCTION size_of(items ARRAY(INTEGER)) RETURNS BIGINT
  RETURN cardinality(items);

CREATE FUNCTION second_of(items ARRAY(BIGINT)) RETURNS BIGINT
  RETURN element_at(items, 2);

CREATE FUNCTION has_item(items ARRAY(VARCHAR), item VARCHAR) RETURNS BOOLEAN
  RETURN contains(items, item);

CREATE FUNCTION quantile_of(items ARRAY(DOUBLE), p DOUBLE) RETURNS DOUBLE
  RETURN CASE WHEN cardinality(items) > 0 THEN
    element_at(array_sort(items), CAST(floor(p * (cardinality(items) - 1)) AS BIGINT) + 1)
    + (p * (cardinality(items) - 1) - floor(p * (cardinality(items) - 1)))
      * (element_at(array_sort(items), CAST(ceiling(p * (cardinality(items) - 1)) AS BIGINT) + 1)
         - element_at(array_sort(items), CAST(floor(p * (cardinality(items) - 1)) AS BIGINT) + 1)) END;

CREATE FUNCTION median_degrees(items ARRAY(DOUBLE)) RETURNS DECIMAL(18, 12)
  RETURN CAST(quantile_of(items, 5e-1) AS DECIMAL(18, 12));

CREATE FUNCTION no_integers() RETURNS ARRAY(INTEGER)
  RETURN CAST(ARRAY[] AS ARRAY(INTEGER));

CREATE FUNCTION no_texts() RETURNS ARRAY(VARCHAR)
  RETURN CAST(ARRAY[] AS ARRAY(VARCHAR));

CREATE FUNCTION unit_day_number(site_id VARCHAR, unit_id VARCHAR, d DATE) RETURNS BIGINT
  RETURN from_base(substr(to_hex(md5(to_utf8(concat(site_id, '|', unit_id, '|', CAST(d AS VARCHAR))))), 1, 8), 16) % 100;

CREATE FUNCTION clamped_excess(excess DECIMAL(18, 12)) RETURNS DECIMAL(18, 12)
  RETURN CASE WHEN excess > CAST(1e-2 AS DECIMAL(18, 12)) THEN CAST(1e-2 AS DECIMAL(18, 12))
    WHEN excess < CAST(-1e-2 AS DECIMAL(18, 12)) THEN CAST(-1e-2 AS DECIMAL(18, 12)) ELSE excess END;

CREATE FUNCTION is_above_one_percent(excess DECIMAL(18, 12)) RETURNS BOOLEAN
  RETURN (excess > CAST(1e-2 AS DECIMAL(18, 12)));

CREATE FUNCTION error_between_sites(squares DOUBLE, sites BIGINT, n BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN sites >= 8 THEN to_two_digits(ratio_error(squares, sites, n) / 1000) END;

CREATE FUNCTION is_for_growing(purpose VARCHAR) RETURNS BOOLEAN
  RETURN (coalesce(purpose, '') = '' OR concat('|', purpose, '|') LIKE '%|KOMMERSIELL|%'
    OR (concat('|', purpose, '|') NOT LIKE '%|FORSKNING|%' AND concat('|', purpose, '|') NOT LIKE '%|STAMFISK|%'
      AND concat('|', purpose, '|') NOT LIKE '%|SLAKTEMERD|%'));

CREATE FUNCTION counts_as_cycle(first_day DATE, last_day DATE, stocked BIGINT, lost BIGINT, data_begin DATE, complete_through DATE) RETURNS BOOLEAN
  RETURN (plus_days(last_day, 28) <= complete_through
    AND first_day > month_end(data_begin)
    AND date_diff('day', first_day, last_day) + 1 <= 900
    AND (date_diff('day', first_day, last_day) + 1 >= 240 OR 4 * lost >= stocked));

CREATE FUNCTION institute_rate(lost BIGINT, opening BIGINT, closing BIGINT) RETURNS DOUBLE
  RETURN CASE WHEN opening + closing > 0 THEN CAST(lost AS DOUBLE) * 2 / (opening + closing) END;

CREATE FUNCTION percent_risk(rate DOUBLE) RETURNS DOUBLE
  RETURN round(100 * risk_of(rate), 2);

CREATE FUNCTION quarter_of(risk DOUBLE, q1 DECIMAL(6, 2), median DECIMAL(6, 2), q3 DECIMAL(6, 2)) RETURNS INTEGER
  RETURN CASE WHEN risk <= CAST(q1 AS DOUBLE) THEN 1 WHEN risk <= CAST(median AS DOUBLE) THEN 2 WHEN risk <= CAST(q3 AS DOUBLE) THEN 3
    WHEN risk IS NOT NULL THEN 4 END;

CREATE FUNCTION is_in_region(region VARCHAR, area INTEGER) RETURNS BOOLEAN
  RETURN (region = CAST(area AS VARCHAR) OR (region = '1 & 2' AND area IN (1, 2)) OR (region = '12 & 13' AND area IN (12, 13)));
