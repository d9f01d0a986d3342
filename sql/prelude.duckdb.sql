-- The project's functions, for DuckDB. prelude.trino.sql holds the same names for Trino; a test compares the two.
-- The files in sql/v2 and sql/v3 do not depend on the engine.

-- The Monday of a day's ISO week. Subtracting days is several times as fast as date_trunc, and this runs for every row.
CREATE MACRO week_start(d) AS CAST(d AS DATE) - CAST(isodow(CAST(d AS DATE)) - 1 AS INTEGER);

-- The ISO year that a day's week belongs to: 2027-01-01 lies in week 53 of 2026.
CREATE MACRO year_of_week(d) AS isoyear(d);

-- The first and the last day of a day's month. The first by subtraction: date_trunc('month', d) takes several times as long,
-- and this runs for every row.
CREATE MACRO month_start(d) AS CAST(d AS DATE) - CAST(day(CAST(d AS DATE)) - 1 AS INTEGER);
CREATE MACRO month_end(d) AS last_day(d);

-- The first day of a day's piece: the days of one ISO week that lie in one month. Weeks and months are made of whole pieces.
CREATE MACRO piece_start(d) AS greatest(week_start(d), month_start(d));

-- The last day of the piece that begins on a day.
CREATE MACRO piece_end(first_day) AS least(week_start(first_day) + 6, month_end(first_day));

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

-- The number of days of a rate: all days of a month; of a longer period those between data begin and data end.
CREATE MACRO period_days(d, kind, data_begin, data_end) AS
  CASE WHEN kind = 'month' THEN day(last_day(d))
    ELSE date_diff('day', greatest(period_start(d, kind), CAST(data_begin AS DATE)),
      least(period_end(d, kind), CAST(data_end AS DATE))) + 1 END;

-- A day plus n days, or n months; n may be negative. From the 31st, a shorter month gives its last day.
CREATE MACRO plus_days(d, n) AS CAST(d AS DATE) + CAST(n AS INTEGER);
CREATE MACRO plus_months(d, n) AS CAST(date_add(CAST(d AS DATE), to_months(CAST(n AS INTEGER))) AS DATE);

-- The days of the piece that begins on a day, and the pieces (days of one ISO week and month) from a piece's first day to another's last.
CREATE MACRO days_of_piece(first_day) AS date_diff('day', first_day, piece_end(first_day)) + 1;
CREATE MACRO number_of_pieces(first_day, last_day) AS
  len(list_filter(generate_series(CAST(first_day AS TIMESTAMP), CAST(last_day AS TIMESTAMP), INTERVAL 1 DAY), lambda d: day(d) = 1 OR isodow(d) = 1));

-- The first month that is not complete, from the day up to which the snapshot is.
CREATE MACRO first_incomplete_month(complete_through) AS month_start(plus_days(complete_through, 1));

-- Days with fish are bits, one for each day of a month: the bits of several rows together, as an aggregate that Trino has itself, and how
-- many days they are.
CREATE MACRO bitwise_or_agg(days) AS bit_or(days);
CREATE MACRO number_of_days(days) AS bit_count(days);

-- Losses per mean fish at risk over a period of n days (Norwegian Veterinary Institute; Toft et al. 2004,
-- Bang Jensen et al. 2020): losses / (fish_days / days). Fish days are the sum over days of the stock at the start of the day.
-- A fraction; null without fish.
CREATE MACRO period_rate(losses, fish_days, days) AS
  CASE WHEN fish_days > 0 THEN CAST(losses AS DOUBLE) * days / fish_days END;

-- The mean number of fish over n days, from the sum of each day's.
CREATE MACRO mean_stock(fish_days, days) AS CAST(fish_days AS DOUBLE) / days;

-- The risk over n consecutive periods, from the sum of their rates: 1 - exp(-sum). Null unless all n have a rate.
CREATE MACRO cumulative_risk(sum_of_rates, number_of_rates, n) AS
  CASE WHEN number_of_rates = n THEN 1e0 - exp(-sum_of_rates) END;

-- Whether a site has fish on enough days of a month for its own rate to count in a site average: a few left-over fish give rates above
-- 100 %.
CREATE MACRO has_enough_days(days) AS bit_count(days) >= 7;

-- The risk from the sum of any number of rates: 1 - exp(-sum). Null without rates.
CREATE MACRO risk_of(sum_of_rates) AS 1e0 - exp(-sum_of_rates);

-- The standard error of a ratio of two sums over n sites, by linearisation (Cochran 1977, Sampling Techniques, section 6.4): squares is the sum over
-- sites of (observed - ratio x expected) squared. Null for one site.
CREATE MACRO ratio_error(squares, n, expected) AS
  CASE WHEN n > 1 AND expected > 0 THEN sqrt(squares * n / (n - 1)) / expected END;

-- Observed against expected, of what is compared, to three decimals; null where that is less than half of the whole. expected has one decimal.
CREATE MACRO compared_ratio(observed, expected, compared, whole) AS
  CASE WHEN expected > 0 AND 2 * compared >= whole THEN round(CAST(observed AS DOUBLE) / CAST(expected AS DOUBLE), 3) END;

-- The 97.5 % quantile of Student's t for a whole number of degrees of freedom: up to 30 as in the published tables, above that from that of the
-- normal distribution (Abramowitz and Stegun 1964, table 26.10 and 26.7.5). Null below 1.
CREATE MACRO t_quantile_975(degrees) AS
  CASE WHEN degrees > 30
    THEN 1.959964e0 + 2.372271e0 / degrees + 2.822502e0 / degrees / degrees + 2.555850e0 / degrees / degrees / degrees
  WHEN degrees >= 1
    THEN [12.706e0, 4.303e0, 3.182e0, 2.776e0, 2.571e0, 2.447e0, 2.365e0, 2.306e0, 2.262e0, 2.228e0,
      2.201e0, 2.179e0, 2.160e0, 2.145e0, 2.131e0, 2.120e0, 2.110e0, 2.101e0, 2.093e0, 2.086e0,
      2.080e0, 2.074e0, 2.069e0, 2.064e0, 2.060e0, 2.056e0, 2.052e0, 2.048e0, 2.045e0, 2.042e0][degrees] END;

-- A mean over chosen sites, rounded to two significant digits of which the second is 0 or 5 (0.030, 0.035), and a rate to three significant digits:
-- so coarse that the difference of two such means tells little of one member. Of numbers from 0 on, half away from zero (also where a double is a
-- little less than half).
CREATE MACRO to_half_digit(x) AS
  CASE WHEN x > 0 THEN round(round(2 * x / pow(10, floor(log10(x) + 1e-12)) + 1e-9) / 2 * pow(10, floor(log10(x) + 1e-12)), 12) ELSE x END;
CREATE MACRO to_three_digits(x) AS
  CASE WHEN x > 0 THEN round(round(100 * x / pow(10, floor(log10(x) + 1e-12)) + 1e-9) / 100 * pow(10, floor(log10(x) + 1e-12)), 12) ELSE x END;

-- A number from 0 on, to two significant digits.
CREATE MACRO to_two_digits(x) AS
  CASE WHEN x > 0 THEN round(round(10 * x / pow(10, floor(log10(x) + 1e-12)) + 1e-9) / 10 * pow(10, floor(log10(x) + 1e-12)), 12) ELSE x END;

-- The share of a part in a whole: 0 if the part is 0, null if the whole is 0.
CREATE MACRO share(part, whole) AS
  CASE WHEN whole > 0 THEN CAST(coalesce(part, 0) AS DOUBLE) / whole END;

-- A number, or 0 in place of a negative one or of none.
CREATE MACRO positive(n) AS CASE WHEN n > 0 THEN n ELSE 0 END;

-- Share lost (definitions.md, section 4): what a piece takes a day of the fish at risk in it, those that were there and those that came; 0 if there
-- are none, null if they are not known.
CREATE MACRO daily_share_lost(lost, at_risk, first_day) AS
  CASE WHEN at_risk > 0 THEN CAST(lost AS DOUBLE) / at_risk / days_of_piece(first_day) WHEN at_risk IS NOT NULL THEN 0e0 END;

-- The mean weight of n fish in grams, exact and in whole grams (half away from zero); null without fish.
CREATE MACRO mean_weight(grams, fish) AS
  CASE WHEN fish > 0 THEN CAST(grams AS DOUBLE) / fish END;
CREATE MACRO whole_gram(grams, fish) AS
  CASE WHEN fish > 0 THEN CAST((2 * grams + fish) // (2 * fish) AS BIGINT) END;

-- Grams as kilograms.
CREATE MACRO kilograms(grams) AS CAST(grams AS DOUBLE) / 1000;

-- The midpoint in grams, rounded down, of a weight's bucket of the given width: 0 up to 500 is 250.
CREATE MACRO weight_group(gram, width) AS
  CAST(floor(gram) AS INTEGER) // width * width + width // 2;

-- The number of the legacy v2 weight group of a mean weight: groups begin at 0, 100, 250, 500, 1000, 2000, 3000, 4000 and 5000 grams.
CREATE MACRO legacy_weight_group(gram) AS
  CASE WHEN gram < 100 THEN 1 WHEN gram < 250 THEN 2 WHEN gram < 500 THEN 3 WHEN gram < 1000 THEN 4 WHEN gram < 2000 THEN 5
    WHEN gram < 3000 THEN 6 WHEN gram < 4000 THEN 7 WHEN gram < 5000 THEN 8 ELSE 9 END;

-- The 100 g class of a mean weight, named by its lowest gram.
CREATE MACRO weight_class(gram) AS CAST(floor(gram) AS INTEGER) // 100 * 100;

-- The kilogram that a mean weight in grams lies in, by its lower end: 0 to 3, and 4 for all above. And its name.
CREATE MACRO kilogram_class(gram) AS least(CAST(floor(gram) AS INTEGER) // 1000, 4);
CREATE MACRO kilogram_label(kilogram) AS
  CASE WHEN kilogram >= 4 THEN '4+ kg' ELSE concat(CAST(kilogram AS VARCHAR), '–', CAST(kilogram + 1 AS VARCHAR), ' kg') END;

-- A day's ISO week as people name it: 2026-W09.
CREATE MACRO week_label(d) AS
  concat(CAST(isoyear(d) AS VARCHAR), '-W', substr(CAST(100 + week(d) AS VARCHAR), 2));

-- The Monday of the week with the same ISO number one ISO year before a Monday; null for a week 53 without counterpart.
CREATE MACRO week_a_year_before(monday) AS
  CASE
    WHEN week(plus_days(monday, -364)) = week(monday) THEN plus_days(monday, -364)
    WHEN week(plus_days(monday, -371)) = week(monday) THEN plus_days(monday, -371) END;

-- The change of a value from an earlier one, in percent; null from 0.
CREATE MACRO percent_change(value, earlier) AS
  CASE WHEN earlier > 0 THEN 1e2 * (CAST(value AS DOUBLE) - earlier) / earlier END;

-- The trend of a count against the same number of weeks before: more than 10 % up or down is a trend.
-- In whole numbers, so that exactly 10 % is stable. Null when one of the two is.
CREATE MACRO trend_status(value, earlier) AS
  CASE
    WHEN value IS NULL OR earlier IS NULL THEN NULL
    WHEN earlier = 0 THEN 'new'
    WHEN 10 * value > 11 * earlier THEN 'increasing'
    WHEN 10 * value < 9 * earlier THEN 'decreasing'
    ELSE 'stable' END;

-- A week's count against the mean of the 52 weeks before, from their sum: above one and a half times the mean is high, below half
-- of it low; if the mean is 0, any count is high. In whole numbers: value > 3/2 x earlier / 52. Null when one of the two is.
CREATE MACRO treatment_intensity(value, earlier) AS
  CASE
    WHEN value IS NULL OR earlier IS NULL THEN NULL
    WHEN 104 * value > 3 * earlier THEN 'high'
    WHEN 104 * value < earlier THEN 'low'
    ELSE 'moderate' END;

-- Whether a value is above, or below, the mean of n counts by at least 2 and by more than two sample standard deviations, sd^2 =
-- (n x squares - total^2) / (n x (n - 1)), from their sum and sum of squares. In whole numbers:
-- (n x value - total)^2 x (n - 1) > 4 x n x (n x squares - total^2). DOUBLE does not overflow, and is exact up to two
-- million treatments a week.
CREATE MACRO significantly_above(value, total, squares, n) AS
  n * value - total >= 2 * n
    AND CAST(n * value - total AS DOUBLE) * (n * value - total) * (n - 1) > 4 * n * (n * squares - CAST(total AS DOUBLE) * total);
CREATE MACRO significantly_below(value, total, squares, n) AS
  total - n * value >= 2 * n
    AND CAST(n * value - total AS DOUBLE) * (n * value - total) * (n - 1) > 4 * n * (n * squares - CAST(total AS DOUBLE) * total);

-- Whether a treatment applies to a unit of its site that day: a unit with fish that it names, or any such unit if it names none. A
-- company's treatment applies only to the company's own fish; the authority's, which has no owner, to all fish there.
CREATE MACRO met_unit(unit_ids, owner_id, unit_id, farmer_id, fish_count) AS
  fish_count > 0 AND (owner_id IS NULL OR farmer_id = owner_id) AND (unit_ids IS NULL OR list_contains(unit_ids, unit_id));

-- The number of parts in a treatment (a common multiple of 1 to 24 and 32, so that such numbers of units share it evenly), and the parts
-- of one of n units. With other numbers a share is too large by less than a hundred-millionth: a half remains one, and is rounded up.
CREATE MACRO whole_treatment() AS CAST(10708457760 AS BIGINT);
CREATE MACRO unit_part(n) AS CAST((10708457760 + n - 1) // n AS BIGINT);

-- A benchmark value, or null in a row without an included atom; its site count is null too, not 0.
CREATE MACRO published(value, site_count) AS
  CASE WHEN site_count IS NOT NULL THEN value END;

-- Whether a sum over farmer groups may be published: it covers more than min_farmers groups, and without the second largest, which
-- knows its own figures, the largest has at most max_share percent of the rest. With 1 nothing is hidden.
CREATE MACRO is_safe(groups, total, largest, second, min_farmers, max_share) AS
  min_farmers <= 1 OR (groups > min_farmers AND CAST(100 AS HUGEINT) * largest <= max_share * (total - coalesce(second, 0)));

-- Whether a sum over the groups other than the caller's may be published: it covers at least min_farmers of them, and none has more than max_share
-- percent. The caller is the member that is_safe leaves out. With 1 nothing is hidden.
CREATE MACRO others_are_safe(groups, total, largest, min_farmers, max_share) AS
  groups >= 1 AND (min_farmers <= 1 OR (groups >= min_farmers AND CAST(100 AS HUGEINT) * largest <= max_share * total));

-- Whether a row is the caller's own, by its group and company: own_group is the caller's group, and own the company whose rows alone are asked for,
-- null for all of the group's. Never true for a caller who is not a farmer.
CREATE MACRO is_own(group_key, company, own_group, own) AS group_key = own_group AND company = coalesce(own, company);

-- The caller's own count or sum, 0 without rows; null for a caller who is not a farmer.
CREATE MACRO own_count(value, is_farmer) AS
  CASE WHEN is_farmer THEN coalesce(value, 0) END;

-- Whether a weight class, by its lowest gram, lies in a range of grams. The range is widened to whole classes: its start is rounded down
-- and its end up, with at least one class; an end of 15000 means no upper limit.
CREATE MACRO in_weight_range(weight_class, range_start, range_end) AS
  weight_class >= range_start // 100 * 100
    AND (range_end >= 15000 OR weight_class < greatest((range_end + 99) // 100 * 100, range_start // 100 * 100 + 100));

-- Whether a range of grams covers all weights.
CREATE MACRO is_every_weight(range_start, range_end) AS range_start < 100 AND range_end >= 15000;

-- A sum kept in 64 bits, which are read several times as fast as 128. One that does not fit, more grams than
-- there can be, is cut off.
CREATE MACRO capped_sum(total) AS
  CASE WHEN total > 9223372036854775807 THEN 9223372036854775807 ELSE CAST(total AS BIGINT) END;

-- The position of a region in the order: the country, then its regions from south to north.
CREATE MACRO region_order(region) AS
  CASE region WHEN 'Norge' THEN 0 WHEN 'Sør' THEN 1 WHEN 'Midt' THEN 2 WHEN 'Nord' THEN 3 ELSE 4 END;

-- The position of a site by its number: 9 before 10. Null, which comes last, for an id that is no number; the id itself breaks ties.
CREATE MACRO site_order(site_id) AS TRY_CAST(site_id AS BIGINT);

-- The position of a generation by its year, spring before autumn: V2025, H2025, V2026.
CREATE MACRO generation_order(generation) AS
  substr(generation, 2) || CASE substr(generation, 1, 1) WHEN 'V' THEN '-1' ELSE '-2' END;

-- A total divided by a number, rounded to twelve decimals: sums and differences of such means are exact, so they do not depend on the
-- order of addition. Null over nothing.
CREATE MACRO exact_mean(total, n) AS
  CASE WHEN n > 0 THEN CAST(CAST(total AS DOUBLE) / n AS DECIMAL(38, 12)) END;

-- The losses that own fish-days would have at a rate of others (lost / fish_days), for a weight whose rate is factor ten-thousandths of that of all
-- weights, where the others' is tenths. Exact to twelve decimals.
CREATE MACRO expected_loss(own_fish_days, lost, fish_days, factor, tenths) AS
  exact_mean(CAST(own_fish_days AS DOUBLE) * lost * factor, CAST(fish_days AS DOUBLE) * tenths * 1000);

-- The mean factor of n fish-days in whole tenths, half up, one at least: finer it would tell the weights of single groups inside an atom. Null over
-- nothing.
CREATE MACRO factor_tenths(factors, n) AS
  CASE WHEN n > 0 THEN greatest(CAST((2 * factors + 1000 * n) // (2000 * n) AS BIGINT), 1) END;

-- The same for temperatures, which are small: in 18 digits, which add faster.
CREATE MACRO mean_degrees(total, n) AS
  CASE WHEN n > 0 THEN CAST(CAST(total AS DOUBLE) / n AS DECIMAL(18, 12)) END;

-- The depth band of a reading by its depth in metres: shallow < 5, medium < 15, deep from there, unknown without a depth.
CREATE MACRO depth_band(depth) AS
  CASE WHEN depth IS NULL THEN 'unknown' WHEN depth < 5 THEN 'shallow' WHEN depth < 15 THEN 'medium' ELSE 'deep' END;

-- The running number of a week, from its Monday: the x of slopes.
CREATE MACRO week_index(monday) AS date_diff('day', DATE '2000-01-03', CAST(monday AS DATE)) // 7;

-- The least-squares slope of y over x, from their sums, per step of x: (n sum(xy) - sum(x) sum(y)) / (n sum(xx) - sum(x)^2).
-- Null if n is less than half of the intended steps, or if all x are equal. The sums of y are decimals, so that the slope is exact.
CREATE MACRO slope(n, sum_x, sum_y, sum_xy, sum_xx, steps) AS
  CASE WHEN 2 * n >= steps AND n * sum_xx > sum_x * sum_x
    THEN exact_mean(n * sum_xy - sum_x * sum_y, n * sum_xx - sum_x * sum_x) END;

-- The label of a month by the difference of its mean from that of earlier years, in degrees; null without a difference.
CREATE MACRO warmth(difference) AS
  CASE WHEN difference IS NULL THEN CAST(NULL AS VARCHAR) WHEN difference <= -15e-1 THEN 'much colder'
    WHEN difference <= -5e-1 THEN 'colder' WHEN difference < 5e-1 THEN 'normal' WHEN difference < 15e-1 THEN 'warmer' ELSE 'much warmer' END;

-- The English name of a day's month, and its season: winter is December to February.
CREATE MACRO month_name(d) AS
  CASE month(d)
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
CREATE MACRO season(d) AS
  CASE WHEN month(d) IN (12, 1, 2) THEN 'winter' WHEN month(d) IN (3, 4, 5) THEN 'spring'
    WHEN month(d) IN (6, 7, 8) THEN 'summer' ELSE 'autumn' END;

-- Feed in percent of body weight per day, from the grams of both; null without fish.
CREATE MACRO feed_rate(feed_g, biomass_g) AS
  CASE WHEN biomass_g > 0 THEN 100e0 * feed_g / biomass_g END;

-- Whether no fish were moved into a unit since the day before: its fish did not rise by more than 1 %, and there were some.
CREATE MACRO has_no_move_in(fish, fish_before) AS
  fish_before > 0 AND 100 * CAST(fish AS BIGINT) <= 101 * CAST(fish_before AS BIGINT);

-- The growth of fish since the day before, from their mean weights in grams then and now, in whole grams.
CREATE MACRO gain_of(fish, gram, gram_before) AS
  CAST(round(fish * (gram - gram_before)) AS BIGINT);

-- The weight that fish grow like, by its lowest gram: below 500, up to 1000, each kilogram after it, 4000 for all above.
CREATE MACRO growth_weight(gram) AS
  CASE WHEN gram < 500 THEN 0 WHEN gram < 1000 THEN 500 ELSE 1000 * kilogram_class(gram) END;

-- Whether fish were weighed: their mean weight changed by more than 5 % in a day, which no model of growth does.
CREATE MACRO is_weighed(gram, gram_before) AS
  100 * abs(gram - gram_before) > 5 * gram_before;

-- Growth in percent of body weight per day, from the grams gained and the biomass that gained them; null without fish.
CREATE MACRO growth_rate(gain_g, biomass_g) AS
  CASE WHEN biomass_g > 0 THEN 100e0 * gain_g / biomass_g END;

-- The change of the cube root of a weight in grams, rounded to twelve decimals so that sums are exact.
CREATE MACRO root_growth(gram, gram_before) AS
  CAST(cbrt(CAST(gram AS DOUBLE)) - cbrt(CAST(gram_before AS DOUBLE)) AS DECIMAL(38, 12));

-- The thermal growth coefficient (Iwama and Tautz 1981), 1000 x (w2^1/3 - w1^1/3) / degree-days, from sums of both; null without warmth.
CREATE MACRO thermal_growth_coefficient(root_growth, degree_days) AS
  CASE WHEN degree_days > 0 THEN 1e3 * root_growth / degree_days END;

-- Grams as tonnes.
CREATE MACRO tonnes(grams) AS CAST(grams AS DOUBLE) / 1000000;

-- How many items a list has.
CREATE MACRO size_of(items) AS len(items);

-- The second item of a list; null if it is shorter.
CREATE MACRO second_of(items) AS items[2];

-- Whether a list holds an item.
CREATE MACRO has_item(items, item) AS list_contains(items, item);

-- The quantile of a list of numbers, by linear interpolation at p x (n - 1).
CREATE MACRO quantile_of(items, p) AS list_aggregate(items, 'quantile_cont', p);

-- The median of a list of temperatures, rounded as their means are: the middle between two of them is exact.
CREATE MACRO median_degrees(items) AS CAST(quantile_of(items, 5e-1) AS DECIMAL(18, 12));


-- Empty lists.
CREATE MACRO no_integers() AS CAST([] AS INTEGER[]);
CREATE MACRO no_texts() AS CAST([] AS VARCHAR[]);

-- A number from 0 to 99 for a unit-day, by the first eight digits of the md5 of site|unit|date: a fixed sample, which nobody can choose.
CREATE MACRO unit_day_number(site_id, unit_id, d) AS
  CAST(CAST(concat('0x', substr(md5(concat(site_id, '|', unit_id, '|', CAST(CAST(d AS DATE) AS VARCHAR))), 1, 8)) AS BIGINT) % 100 AS INTEGER);

-- What a treatment took beyond untreated fish, no more than a hundredth of the fish up or down, so that no single pen makes a mean; and whether it
-- is above a hundredth. In whole decimals, so that sums are exact.
CREATE MACRO clamped_excess(excess) AS
  CASE WHEN excess > CAST(1e-2 AS DECIMAL(18, 12)) THEN CAST(1e-2 AS DECIMAL(18, 12))
    WHEN excess < CAST(-1e-2 AS DECIMAL(18, 12)) THEN CAST(-1e-2 AS DECIMAL(18, 12)) ELSE excess END;
CREATE MACRO is_above_one_percent(excess) AS excess > CAST(1e-2 AS DECIMAL(18, 12));

-- The standard error of a mean over n events of several sites, to two significant digits, from the sum of the squares of the sites' residuals in
-- thousandths (ratio_error). Null below 8 sites.
CREATE MACRO error_between_sites(squares, sites, n) AS
  CASE WHEN sites >= 8 THEN to_two_digits(ratio_error(CAST(squares AS DOUBLE), sites, n) / 1000) END;

-- Whether a site is for growing fish, by the purposes in its register, between |: not one for brood stock, research or waiting cages alone. A site
-- with a commercial licence too is; one without a purpose also.
CREATE MACRO is_for_growing(purpose) AS
  coalesce(purpose, '') = '' OR concat('|', purpose, '|') LIKE '%|KOMMERSIELL|%'
    OR (concat('|', purpose, '|') NOT LIKE '%|FORSKNING|%' AND concat('|', purpose, '|') NOT LIKE '%|STAMFISK|%'
      AND concat('|', purpose, '|') NOT LIKE '%|SLAKTEMERD|%');

-- Whether a generation's stay on a site counts as a finished cycle: 28 days without its fish follow, its begin is known (not in the first month of
-- the data), and it lasted 240 to 900 days, or less if a quarter or more was lost or culled.
CREATE MACRO counts_as_cycle(first_day, last_day, stocked, lost, data_begin, complete_through) AS
  plus_days(last_day, 28) <= CAST(complete_through AS DATE)
    AND first_day > month_end(CAST(data_begin AS DATE))
    AND date_diff('day', first_day, last_day) + 1 <= 900
    AND (date_diff('day', first_day, last_day) + 1 >= 240 OR 4 * lost >= stocked);

-- The Veterinary Institute's mortality rate of a month: losses over the mean of the fish at its beginning and at its end. Null without fish at both.
CREATE MACRO institute_rate(lost, opening, closing) AS CASE WHEN opening + closing > 0 THEN CAST(lost AS DOUBLE) * 2 / (opening + closing) END;

-- The risk of a rate in percent with two decimals, as the Institute publishes it.
CREATE MACRO percent_risk(rate) AS round(100 * risk_of(rate), 2);

-- The quarter that a value lies in by quartiles: 1 up to the first one, that included. Null without a value.
CREATE MACRO quarter_of(risk, q1, median, q3) AS
  CASE WHEN risk <= CAST(q1 AS DOUBLE) THEN 1 WHEN risk <= CAST(median AS DOUBLE) THEN 2 WHEN risk <= CAST(q3 AS DOUBLE) THEN 3
    WHEN risk IS NOT NULL THEN 4 END;

-- Whether a production area lies in a region of the Institute's, which is its number or one of the two pairs that it publishes together.
CREATE MACRO is_in_region(region, area) AS
  region = CAST(area AS VARCHAR) OR (region = '1 & 2' AND area IN (1, 2)) OR (region = '12 & 13' AND area IN (12, 13));
