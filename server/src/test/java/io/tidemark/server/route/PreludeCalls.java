package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.data.duckdb.SqlScript;
import java.sql.Array;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the project's functions at the values where they could go wrong, with results worked out by hand; for every
 * engine.
 */
public final class PreludeCalls {

    /**
     * A call.
     *
     * @param sql   the expression
     * @param value its value as text; null for null
     */
    public record Call(String sql, @Nullable String value) {

        /** Compares what an engine gave, a number by its value. */
        public void check(@Nullable Object seen) {
            if (value != null && seen instanceof Number number) {
                assertThat(number.doubleValue()).as(sql).isCloseTo(Double.parseDouble(value), within(1e-12));
            } else {
                assertThat(seen == null ? null : String.valueOf(seen instanceof Array list ? items(list) : seen))
                        .as(sql).isEqualTo(value);
            }
        }

        private static List<Object> items(Array list) {
            try {
                return Arrays.asList((Object[]) list.getArray());
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public String toString() {
            return sql + " = " + value;
        }
    }

    private static final Pattern NAME = Pattern.compile("CREATE (?:MACRO|FUNCTION) ([a-z_0-9]+)");

    // the week of New Year; leap years; ends of months; nothing to divide by; exactly on a limit; null
    private static final String CALLS = """
            week_start(DATE '2027-01-03')                                               | 2026-12-28
            week_start(DATE '2026-12-28')                                               | 2026-12-28
            week_start(CAST(null AS DATE))                                              | null
            year_of_week(DATE '2027-01-03')                                             | 2026
            year_of_week(DATE '2024-12-30')                                             | 2025
            month_start(DATE '2028-02-29')                                              | 2028-02-01
            month_end(DATE '2028-02-01')                                                | 2028-02-29
            month_end(DATE '2026-02-28')                                                | 2026-02-28
            piece_start(DATE '2026-12-31')                                              | 2026-12-28
            piece_start(DATE '2026-04-03')                                              | 2026-04-01
            months_of_period('month')                                                   | 1
            months_of_period('quarterly')                                               | 3
            months_of_period('tertial')                                                 | 4
            months_of_period('year')                                                    | 12
            period_start(DATE '2026-12-31', 'month')                                    | 2026-12-01
            period_start(DATE '2026-12-31', 'quarterly')                                | 2026-10-01
            period_start(DATE '2026-08-31', 'tertial')                                  | 2026-05-01
            period_start(DATE '2026-12-31', 'year')                                     | 2026-01-01
            period_end(DATE '2028-02-01', 'month')                                      | 2028-02-29
            period_end(DATE '2026-10-01', 'quarterly')                                  | 2026-12-31
            period_end(DATE '2026-01-31', 'tertial')                                    | 2026-04-30
            period_end(DATE '2026-01-31', 'year')                                       | 2026-12-31
            period_label(DATE '2026-03-31', 'month')                                    | 2026-03
            period_label(DATE '2026-03-31', 'quarterly')                                | 2026-Q1
            period_label(DATE '2026-09-01', 'tertial')                                  | 2026-T3
            period_label(DATE '2026-09-01', 'year')                                     | 2026
            period_days(DATE '2026-02-01', 'month', DATE '2026-02-10', DATE '2026-02-20')     | 28
            period_days(DATE '2026-01-01', 'quarterly', DATE '2026-02-10', DATE '2026-02-20') | 11
            period_days(DATE '2026-01-01', 'tertial', DATE '2025-01-01', DATE '2026-02-20')   | 51
            period_days(DATE '2026-01-01', 'year', DATE '2026-12-31', DATE '2027-02-20')      | 1
            plus_days(DATE '2028-02-28', 1)                                             | 2028-02-29
            plus_days(DATE '2026-01-01', -1)                                            | 2025-12-31
            plus_months(DATE '2026-01-31', 1)                                           | 2026-02-28
            plus_months(DATE '2026-03-31', -1)                                          | 2026-02-28
            plus_months(DATE '2024-02-29', 12)                                          | 2025-02-28
            piece_end(DATE '2026-08-31')                                                | 2026-08-31
            piece_end(DATE '2026-09-01')                                                | 2026-09-06
            piece_end(DATE '2026-09-28')                                                | 2026-09-30
            (SELECT bitwise_or_agg(d) FROM (VALUES (1), (4), (5), (null)) AS t(d))      | 5
            days_of_piece(DATE '2026-09-01')                                            | 6
            days_of_piece(DATE '2026-11-30')                                            | 1
            number_of_pieces(DATE '2026-08-01', DATE '2026-08-31')                      | 6
            number_of_pieces(DATE '2026-06-01', DATE '2026-08-31')                      | 16
            daily_share_lost(12, 400, DATE '2026-09-01')                                | 0.005
            daily_share_lost(12, 0, DATE '2026-09-01')                                  | 0.0
            daily_share_lost(12, null, DATE '2026-09-01')                               | null
            positive(3)                                                                 | 3
            positive(-3)                                                                | 0
            positive(null)                                                              | 0
            number_of_days(0)                                                           | 0
            number_of_days(1073741829)                                                  | 3
            has_enough_days(63)                                                         | false
            has_enough_days(127)                                                        | true
            has_enough_days(null)                                                       | null
            mean_stock(3100, 31)                                                        | 100.0
            first_incomplete_month(DATE '2026-02-28')                                   | 2026-03-01
            first_incomplete_month(DATE '2026-02-27')                                   | 2026-02-01
            period_rate(30, 310, 31)                                                    | 3.0
            period_rate(30, 0, 31)                                                      | null
            period_rate(0, 310, 31)                                                     | 0.0
            period_rate(null, 310, 31)                                                  | null
            ratio_error(8, 5, 100)                                                      | 0.0316227766016838
            ratio_error(0, 5, 100)                                                      | 0.0
            ratio_error(8, 1, 100)                                                      | null
            ratio_error(8, 5, 0)                                                        | null
            compared_ratio(30, 24e0, 50, 100)                                           | 1.25
            compared_ratio(30, 24e0, 49, 100)                                           | null
            compared_ratio(2, 3e0, 100, 100)                                            | 0.667
            compared_ratio(0, 0e0, 100, 100)                                            | null
            expected_loss(1000, 80, 9000, 10000, 10)                                    | 8.888888888889
            expected_loss(1000, 80, 9000, 15000, 12)                                    | 11.111111111111
            expected_loss(1000, 0, 9000, 10000, 10)                                     | 0.000000000000
            expected_loss(1000, 80, 0, 10000, 10)                                       | null
            factor_tenths(125000, 10)                                                   | 13
            factor_tenths(124999, 10)                                                   | 12
            factor_tenths(0, 10)                                                        | 1
            factor_tenths(0, 0)                                                         | null
            t_quantile_975(0)                                                           | null
            t_quantile_975(1)                                                           | 12.706
            t_quantile_975(4)                                                           | 2.776
            t_quantile_975(10)                                                          | 2.228
            t_quantile_975(29)                                                          | 2.045
            t_quantile_975(30)                                                          | 2.042
            round(t_quantile_975(31), 4)                                                | 2.0395
            round(t_quantile_975(60), 4)                                                | 2.0003
            t_quantile_975(null)                                                        | null
            others_are_safe(3, 100, 85, 3, 85)                                          | true
            others_are_safe(3, 100, 86, 3, 85)                                          | false
            others_are_safe(2, 100, 50, 3, 85)                                          | false
            others_are_safe(0, 0, 0, 3, 85)                                             | false
            others_are_safe(1, 100, 100, 1, 85)                                         | true
            others_are_safe(0, 0, null, 1, 85)                                          | false
            cumulative_risk(0, 12, 12)                                                  | 0.0
            cumulative_risk(1, 11, 12)                                                  | null
            cumulative_risk(1, 12, 12)                                                  | 0.6321205588285577
            risk_of(null)                                                               | null
            risk_of(0)                                                                  | 0.0
            risk_of(2)                                                                  | 0.8646647167633873
            to_half_digit(327e-4)                                                       | 0.035
            to_half_digit(3e-2)                                                         | 0.03
            to_half_digit(325e-4)                                                       | 0.035
            to_half_digit(324e-4)                                                       | 0.03
            to_half_digit(98e-4)                                                        | 0.01
            to_half_digit(1e-3)                                                         | 0.001
            to_half_digit(0e0)                                                          | 0.0
            to_three_digits(20665e-4)                                                   | 2.07
            to_three_digits(4745e-4)                                                    | 0.475
            to_three_digits(9996e-4)                                                    | 1.0
            to_three_digits(0e0)                                                        | 0.0
            to_two_digits(20665e-4)                                                     | 2.1
            to_two_digits(45e-5)                                                        | 0.00045
            to_two_digits(9960e-8)                                                      | 0.0001
            to_two_digits(0e0)                                                          | 0.0
            unit_day_number('100', 'A', DATE '2026-02-10')                              | 88
            unit_day_number('12345', 'Ø 3', DATE '2025-12-31')                          | 66
            clamped_excess(CAST(10001e-6 AS DECIMAL(18, 12)))                           | 0.01
            clamped_excess(CAST(-2 AS DECIMAL(18, 12)))                                 | -0.01
            clamped_excess(CAST(-99e-4 AS DECIMAL(18, 12)))                             | -0.0099
            is_above_one_percent(CAST(1e-2 AS DECIMAL(18, 12)))                         | false
            is_above_one_percent(CAST(1001e-5 AS DECIMAL(18, 12)))                      | true
            error_between_sites(7e0, 8, 4)                                              | 0.00071
            error_between_sites(7e0, 7, 4)                                              | null
            share(1, 4)                                                                 | 0.25
            share(null, 4)                                                              | 0.0
            share(0, 0)                                                                 | null
            share(1, null)                                                              | null
            mean_weight(901, 2)                                                         | 450.5
            mean_weight(0, 0)                                                           | null
            whole_gram(900, 2)                                                          | 450
            whole_gram(901, 2)                                                          | 451
            whole_gram(1333, 3)                                                         | 444
            whole_gram(1334, 3)                                                         | 445
            whole_gram(0, 0)                                                            | null
            kilograms(1500)                                                             | 1.5
            weight_group(0, 500)                                                        | 250
            weight_group(CAST(499.99 AS DECIMAL(9, 2)), 500)                            | 250
            weight_group(CAST(500 AS DECIMAL(9, 2)), 500)                               | 750
            weight_group(CAST(29999.99 AS DECIMAL(9, 2)), 5000)                         | 27500
            weight_group(303, 101)                                                      | 353
            legacy_weight_group(99.99)                                                  | 1
            legacy_weight_group(100.00)                                                 | 2
            legacy_weight_group(249.99)                                                 | 2
            legacy_weight_group(250.00)                                                 | 3
            legacy_weight_group(500.00)                                                 | 4
            legacy_weight_group(1000.00)                                                | 5
            legacy_weight_group(2000.00)                                                | 6
            legacy_weight_group(3000.00)                                                | 7
            legacy_weight_group(4000.00)                                                | 8
            legacy_weight_group(4999.99)                                                | 8
            legacy_weight_group(5000.00)                                                | 9
            weight_class(CAST(99.99 AS DECIMAL(9, 2)))                                  | 0
            weight_class(CAST(100 AS DECIMAL(9, 2)))                                    | 100
            weight_class(CAST(15000.01 AS DECIMAL(9, 2)))                               | 15000
            week_label(DATE '2027-01-01')                                               | 2026-W53
            week_label(DATE '2026-03-01')                                               | 2026-W09
            week_a_year_before(DATE '2026-03-02')                                       | 2025-03-03
            week_a_year_before(DATE '2026-12-28')                                       | null
            week_a_year_before(DATE '2027-01-04')                                       | 2025-12-29
            percent_change(11, 10)                                                      | 10.0
            percent_change(1, 0)                                                        | null
            percent_change(0, 3)                                                        | -100.0
            trend_status(11, 10)                                                        | stable
            trend_status(12, 10)                                                        | increasing
            trend_status(9, 10)                                                         | stable
            trend_status(8, 10)                                                         | decreasing
            trend_status(1, 0)                                                          | new
            trend_status(1, NULL)                                                       | null
            trend_status(NULL, 0)                                                       | null
            treatment_intensity(3, 104)                                                 | moderate
            treatment_intensity(4, 104)                                                 | high
            treatment_intensity(0, 104)                                                 | low
            treatment_intensity(1, 104)                                                 | moderate
            treatment_intensity(0, 0)                                                   | moderate
            treatment_intensity(1, NULL)                                                | null
            treatment_intensity(1, 0)                                                   | high
            significantly_above(4, 12, 12, 12)                                          | true
            significantly_above(2, 12, 12, 12)                                          | false
            significantly_above(10, 30, 300, 12)                                        | false
            significantly_below(0, 24, 48, 12)                                          | true
            significantly_below(1, 24, 48, 12)                                          | false
            significantly_above(30000000000, 0, 0, 12)                                  | true
            significantly_above(30000000000, 180000000000, 54e20, 12)                   | false
            significantly_below(0, 360000000000, 108e20, 12)                            | true
            met_unit(null, null, 'a', 'F1', 1)                                          | true
            met_unit(null, null, 'a', 'F1', 0)                                          | false
            met_unit(null, 'F1', 'a', 'F1', 1)                                          | true
            met_unit(null, 'F2', 'a', 'F1', 1)                                          | false
            met_unit(no_texts(), null, 'a', 'F1', 1)                                    | false
            whole_treatment()                                                           | 10708457760
            unit_part(23)                                                               | 465585120
            unit_part(32)                                                               | 334639305
            unit_part(25)                                                               | 428338311
            is_for_growing(null)                                                        | true
            is_for_growing('KOMMERSIELL')                                               | true
            is_for_growing('FORSKNING')                                                 | false
            is_for_growing(concat('SLAKTEMERD', chr(124), 'UNDERVISNING'))              | false
            is_for_growing(concat('KOMMERSIELL', chr(124), 'STAMFISK'))                 | true
            counts_as_cycle(DATE '2025-02-01', DATE '2025-09-28', 9, 0, DATE '2025-01-31', DATE '2025-10-26') | true
            counts_as_cycle(DATE '2025-02-01', DATE '2025-09-28', 9, 0, DATE '2025-01-31', DATE '2025-10-25') | false
            counts_as_cycle(DATE '2025-02-01', DATE '2025-09-28', 9, 0, DATE '2025-02-01', DATE '2025-10-26') | false
            counts_as_cycle(DATE '2025-02-01', DATE '2025-09-27', 9, 2, DATE '2025-01-31', DATE '2026-10-25') | false
            counts_as_cycle(DATE '2025-02-01', DATE '2025-09-27', 8, 2, DATE '2025-01-31', DATE '2026-10-25') | true
            counts_as_cycle(DATE '2025-02-01', DATE '2027-07-20', 9, 9, DATE '2025-01-31', DATE '2028-01-01') | true
            counts_as_cycle(DATE '2025-02-01', DATE '2027-07-21', 9, 9, DATE '2025-01-31', DATE '2028-01-01') | false
            published(5, 1)                                                             | 5
            published(5, null)                                                          | null
            is_safe(3, 300, 100, 100, 3, 85)                                            | false
            is_safe(4, 400, 100, 100, 3, 85)                                            | true
            is_safe(4, 1000, 850, 0, 3, 85)                                             | true
            is_safe(4, 1000, 851, 0, 3, 85)                                             | false
            is_safe(1, 10, 10, null, 1, 85)                                             | true
            is_own('G1', 'F2', 'G1', null)                                              | true
            is_own('G1', 'F1', 'G1', 'F1')                                              | true
            is_own('G1', 'F2', 'G1', 'F1')                                              | false
            is_own('G2', 'F1', 'G1', 'F1')                                              | false
            is_own('G2', 'F3', 'G1', null)                                              | false
            is_own('G1', 'F1', null, null)                                              | null
            own_count(null, true)                                                       | 0
            own_count(null, false)                                                      | null
            own_count(7, false)                                                         | null
            in_weight_range(200, 250, 300)                                              | true
            in_weight_range(300, 250, 300)                                              | false
            in_weight_range(300, 250, 301)                                              | true
            in_weight_range(100, 100, 100)                                              | true
            in_weight_range(20000, 100, 15000)                                          | true
            is_every_weight(99, 15000)                                                  | true
            is_every_weight(100, 15000)                                                 | false
            is_every_weight(0, 14999)                                                   | false
            capped_sum(CAST(null AS DECIMAL(38, 0)))                                    | null
            capped_sum(CAST('9223372036854775807' AS DECIMAL(38, 0)))                   | 9223372036854775807
            capped_sum(CAST('9223372036854775808' AS DECIMAL(38, 0)))                   | 9223372036854775807
            region_order('Norge')                                                       | 0
            region_order('Sør')                                                         | 1
            region_order('Midt')                                                        | 2
            region_order('Nord')                                                        | 3
            region_order('elsewhere')                                                   | 4
            site_order('10029')                                                         | 10029
            site_order('A1')                                                            | null
            site_order(CAST(null AS VARCHAR))                                           | null
            generation_order('V2026')                                                   | 2026-1
            generation_order('H2026')                                                   | 2026-2
            generation_order(CAST(null AS VARCHAR))                                     | null
            generation_order('V2026') < generation_order('H2026')                       | true
            generation_order('H2025') < generation_order('V2026')                       | true
            exact_mean(1, 3)                                                            | 0.333333333333
            exact_mean(2, 3)                                                            | 0.666666666667
            exact_mean(1, 0)                                                            | null
            mean_degrees(20, 3)                                                         | 6.666666666667
            mean_degrees(-20, 3)                                                        | -6.666666666667
            mean_degrees(0, 0)                                                          | null
            depth_band(null)                                                            | unknown
            depth_band(CAST(4.9 AS DECIMAL(5, 1)))                                      | shallow
            depth_band(CAST(5 AS DECIMAL(5, 1)))                                        | medium
            depth_band(CAST(15 AS DECIMAL(5, 1)))                                       | deep
            week_index(DATE '2000-01-03')                                               | 0
            week_index(DATE '2000-01-17')                                               | 2
            slope(3, 6, 12, 28, 14, 3)                                                  | 2.000000000000
            slope(3, 6, CAST(-1 AS DECIMAL(38, 12)), CAST('-3.0315' AS DECIMAL(38, 12)), 14, 3) | -0.515750000000
            slope(1, 6, 12, 28, 14, 3)                                                  | null
            slope(2, 4, 7, 14, 8, 3)                                                    | null
            warmth(null)                                                                | null
            warmth(-15e-1)                                                              | much colder
            warmth(-5e-1)                                                               | colder
            warmth(0e0)                                                                 | normal
            warmth(5e-1)                                                                | warmer
            warmth(15e-1)                                                               | much warmer
            month_name(DATE '2026-01-31')                                               | January
            month_name(DATE '2026-12-01')                                               | December
            season(DATE '2026-02-28')                                                   | winter
            season(DATE '2026-03-01')                                                   | spring
            season(DATE '2026-08-31')                                                   | summer
            season(DATE '2026-11-30')                                                   | autumn
            season(DATE '2026-12-01')                                                   | winter
            feed_rate(1, 200)                                                           | 0.5
            feed_rate(1, 0)                                                             | null
            has_no_move_in(1010, 1000)                                                  | true
            has_no_move_in(1011, 1000)                                                  | false
            has_no_move_in(0, 1000)                                                     | true
            has_no_move_in(5, 0)                                                        | false
            has_no_move_in(2147483647, 2147483647)                                      | true
            gain_of(3, CAST(1000.5 AS DECIMAL(9, 2)), CAST(1000 AS DECIMAL(9, 2)))      | 2
            gain_of(3, CAST(1000 AS DECIMAL(9, 2)), CAST(1000.5 AS DECIMAL(9, 2)))      | -2
            growth_weight(CAST(499.99 AS DECIMAL(9, 2)))                                | 0
            growth_weight(CAST(500 AS DECIMAL(9, 2)))                                   | 500
            growth_weight(CAST(1999.99 AS DECIMAL(9, 2)))                               | 1000
            growth_weight(CAST(12000 AS DECIMAL(9, 2)))                                 | 4000
            is_weighed(CAST(105 AS DECIMAL(9, 2)), CAST(100 AS DECIMAL(9, 2)))          | false
            is_weighed(CAST(105.01 AS DECIMAL(9, 2)), CAST(100 AS DECIMAL(9, 2)))       | true
            is_weighed(CAST(94.99 AS DECIMAL(9, 2)), CAST(100 AS DECIMAL(9, 2)))        | true
            growth_rate(-1, 200)                                                        | -0.5
            growth_rate(1, 0)                                                           | null
            root_growth(CAST(1331 AS DECIMAL(9, 2)), CAST(1000 AS DECIMAL(9, 2)))       | 1.000000000000
            root_growth(CAST(1000 AS DECIMAL(9, 2)), CAST(1331 AS DECIMAL(9, 2)))       | -1.000000000000
            thermal_growth_coefficient(CAST(1 AS DECIMAL(38, 12)), 400)                 | 2.5
            thermal_growth_coefficient(CAST(1 AS DECIMAL(38, 12)), 0)                   | null
            kilogram_class(CAST(999.99 AS DECIMAL(9, 2)))                               | 0
            kilogram_class(CAST(1000 AS DECIMAL(9, 2)))                                 | 1
            kilogram_class(CAST(3999.99 AS DECIMAL(9, 2)))                              | 3
            kilogram_class(CAST(12000 AS DECIMAL(9, 2)))                                | 4
            kilogram_label(0)                                                           | 0–1 kg
            kilogram_label(3)                                                           | 3–4 kg
            kilogram_label(4)                                                           | 4+ kg
            institute_rate(95, 1000, 900)                                               | 0.1
            institute_rate(10, 0, 100)                                                  | 0.2
            institute_rate(10, 0, 0)                                                    | null
            percent_risk(1e-1)                                                          | 9.52
            percent_risk(0e0)                                                           | 0
            percent_risk(CAST(null AS DOUBLE))                                          | null
            quarter_of(3e-1, CAST(0.3 AS DECIMAL(6, 2)), CAST(0.5 AS DECIMAL(6, 2)), CAST(0.7 AS DECIMAL(6, 2)))  | 1
            quarter_of(31e-2, CAST(0.3 AS DECIMAL(6, 2)), CAST(0.5 AS DECIMAL(6, 2)), CAST(0.7 AS DECIMAL(6, 2))) | 2
            quarter_of(7e-1, CAST(0.3 AS DECIMAL(6, 2)), CAST(0.5 AS DECIMAL(6, 2)), CAST(0.7 AS DECIMAL(6, 2)))  | 3
            quarter_of(71e-2, CAST(0.3 AS DECIMAL(6, 2)), CAST(0.5 AS DECIMAL(6, 2)), CAST(0.7 AS DECIMAL(6, 2))) | 4
            quarter_of(CAST(null AS DOUBLE), CAST(0.3 AS DECIMAL(6, 2)), CAST(0.5 AS DECIMAL(6, 2)), CAST(0.7 AS DECIMAL(6, 2))) | null
            is_in_region('3', 3)                                                        | true
            is_in_region('1', 13)                                                       | false
            is_in_region('1 & 2', 2)                                                    | true
            is_in_region('1 & 2', 12)                                                   | false
            is_in_region('12 & 13', 13)                                                 | true
            tonnes(1500000)                                                             | 1.5
            size_of(no_integers())                                                      | 0
            has_item(no_texts(), 'a')                                                   | false
            no_integers()                                                               | []
            no_texts()                                                                  | []
            """;

    private PreludeCalls() {}

    /** All calls, and those of lists, which engines write each in their own way. */
    public static Stream<Call> of(String listOpen, String listClose) {
        return Stream.concat(CALLS.lines().map(line -> line.split("\\|", 2)).map(parts -> call(parts[0], parts[1])),
                Stream.of(call("size_of(%1, 2, 2%)", "3"), call("second_of(%5, 3%)", "3"),
                        call("second_of(%5%)", "null"),
                        call("has_item(%'a', 'b'%, 'b')", "true"), call("has_item(%'a', 'b'%, 'c')", "false"),
                        call("met_unit(%'a'%, null, 'a', 'F1', 1)", "true"),
                        call("met_unit(%'b'%, null, 'a', 'F1', 1)", "false"),
                        call("quantile_of(%4e0, 1e0, 3e0, 2e0%, 5e-1)", "2.5"), call("quantile_of(%7e0%, 9e-1)", "7"),
                        call("quantile_of(%1e0, 2e0, 3e0%, 1e0)", "3"), call("quantile_of(%1e0, 2e0%, 0e0)", "1"),
                        call("median_degrees(%1294e-2, 1293e-2%)", "12.935000000000"),
                        call("median_degrees(%3e0, 1e0, 2e0%)", "2.000000000000"))
                        .map(call -> new Call(call.sql().replaceFirst("%", listOpen).replaceFirst("%", listClose),
                        call.value())));
    }

    private static Call call(String sql, String value) {
        return new Call(sql.strip(), value.strip().equals("null") ? null : value.strip());
    }

    /** The functions of a prelude that no call has. */
    public static List<String> without(String prelude, Stream<Call> calls) {
        String all = calls.map(Call::sql).collect(Collectors.joining("\n"));
        return NAME.matcher(SqlScript.text(prelude)).results().map((MatchResult name) -> name.group(1))
                .filter(name -> !all.contains(name + "(")).toList();
    }
}
