package io.tidemark.server.parameter;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A date as people write it, in Norwegian or English: a day, week, month, quarter or year. Each is a span of days; a
 * window begins on the first day of one date and ends on the last day of another.
 *
 * @param start first day
 * @param end   last day
 */
public record FlexibleDate(LocalDate start, LocalDate end) {

    /** The accepted forms, for error messages. */
    public static final String FORMS = "2026-03-07, 2026-03, 2026, 7/3/2026, 07.03.2026, 7-3-2026, March 2026, mars "
            + "2026, Mar 2026, week 9 2026, uke 9 2026, 2026-W09, today, yesterday, i dag, i går";

    /** The additional forms of some routes, for error messages. */
    public static final String QUARTER_FORMS = ", Q1 2026, 2026-Q1";

    private static final List<List<String>> MONTHS = List.of(
            List.of("january", "januar"), List.of("february", "februar"), List.of("march", "mars"), List.of("april"),
            List.of("may", "mai"), List.of("june", "juni"), List.of("july", "juli"), List.of("august"),
            List.of("september"), List.of("october", "oktober"), List.of("november"), List.of("december", "desember"));

    private static final Map<String, Integer> MONTH_NAMES = monthNames();

    private record Form(Pattern pattern, boolean quarter, Function<MatchResult, FlexibleDate> reader) {}

    private static final String YEAR = "([1-9]\\d{3})";

    private static final List<Form> ALL_FORMS = List.of(
            form(YEAR + "-(\\d\\d)-(\\d\\d)", m -> day(number(m, 1), number(m, 2), number(m, 3))),
            form("(\\d\\d?)([/.-])(\\d\\d?)\\2" + YEAR, m -> day(number(m, 4), number(m, 3), number(m, 1))),
            form(YEAR + "-(\\d\\d)", m -> month(number(m, 1), number(m, 2))),
            form(YEAR, m -> year(number(m, 1))),
            form("(?:week|uke) +(\\d\\d?) +" + YEAR, m -> week(number(m, 2), number(m, 1))),
            form(YEAR + "-w(\\d\\d)", m -> week(number(m, 1), number(m, 2))),
            form("(\\p{L}+) +" + YEAR, m -> month(number(m, 2), MONTH_NAMES.getOrDefault(m.group(1), 0))),
            new Form(Pattern.compile("q([1-4]) +" + YEAR), true, m -> quarter(number(m, 2), number(m, 1))),
            new Form(Pattern.compile(YEAR + "-q([1-4])"), true, m -> quarter(number(m, 1), number(m, 2))));

    /**
     * Parses a date.
     *
     * @param text     the text, in any case; surrounding spaces are ignored
     * @param today    the current day
     * @param quarters whether quarters are accepted
     * @return the span; empty if the text has another form or is not a real day
     */
    public static Optional<FlexibleDate> parse(String text, LocalDate today, boolean quarters) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        return switch (plain) {
            case "today", "i dag" -> Optional.of(new FlexibleDate(today, today));
            case "yesterday", "i går" -> Optional.of(new FlexibleDate(today.minusDays(1), today.minusDays(1)));
            default -> ALL_FORMS.stream().filter(form -> quarters || !form.quarter())
                    .flatMap(form -> read(form, form.pattern().matcher(plain)).stream()).findFirst();
        };
    }

    private static Optional<FlexibleDate> read(Form form, Matcher matcher) {
        try {
            return matcher.matches() ? Optional.of(form.reader().apply(matcher)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Form form(String pattern, Function<MatchResult, FlexibleDate> reader) {
        return new Form(Pattern.compile(pattern), false, reader);
    }

    private static int number(MatchResult match, int group) {
        return Integer.parseInt(match.group(group));
    }

    private static FlexibleDate day(int year, int month, int day) {
        LocalDate date = LocalDate.of(year, month, day);
        return new FlexibleDate(date, date);
    }

    private static FlexibleDate month(int year, int month) {
        YearMonth named = YearMonth.of(year, month);
        return new FlexibleDate(named.atDay(1), named.atEndOfMonth());
    }

    private static FlexibleDate year(int year) {
        return new FlexibleDate(LocalDate.of(year, 1, 1), LocalDate.of(year, 12, 31));
    }

    private static FlexibleDate quarter(int year, int quarter) {
        return new FlexibleDate(LocalDate.of(year, 3 * quarter - 2, 1), YearMonth.of(year, 3 * quarter).atEndOfMonth());
    }

    // 4 January is always in week 1
    private static FlexibleDate week(int year, int week) {
        LocalDate inFirst = LocalDate.of(year, 1, 4);
        if (week < 1 || week > IsoFields.WEEK_OF_WEEK_BASED_YEAR.rangeRefinedBy(inFirst).getMaximum()) {
            throw new DateTimeException("no week " + week + " in " + year);
        }
        LocalDate monday = inFirst.with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, week).with(DayOfWeek.MONDAY);
        return new FlexibleDate(monday, monday.plusDays(6));
    }

    private static Map<String, Integer> monthNames() {
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < MONTHS.size(); i++) {
            for (String name : MONTHS.get(i)) {
                names.put(name, i + 1);
                names.put(name.substring(0, 3), i + 1);
            }
        }
        return Map.copyOf(names);
    }
}
