package io.tidemark.server.watch;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.text.YamlResource;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.watch.MailText.Section;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Monday summary for one account: its company's last complete week, in the sentences of the dashboard's first page.
 *
 * @param sunday  last day of the week
 * @param company the company's name
 */
record WeekSummary(WatchReports reports, Caller caller, MailWords words, LocalDate sunday, String company) {

    private static final Map<String, Map<String, String>> TEXTS = Map.of("nb", texts("nb"), "en", texts("en"));
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
    /** As on the dashboard: an interval wholly beyond these is clear. */
    private static final double MORE = 1.1;
    private static final double FEWER = 0.9;

    private static Map<String, String> texts(String language) {
        return YamlResource.read(WeekSummary.class, "/web/i18n/" + language + ".json", new TypeReference<>() {});
    }

    /** Of a snapshot with complete days. */
    static WeekSummary of(WatchReports reports, Caller caller, MailWords words) {
        LocalDate complete = Objects.requireNonNull(reports.snapshot().completeThrough());
        JsonNode me = reports.rows("/v3/common/farmer/me", Map.of(), caller, JsonNode.class).getFirst();
        LocalDate sunday = complete.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
        return new WeekSummary(reports, caller, words, sunday, me.path("name").asText());
    }

    /** Writes it; a week in which nobody is needed is one line below the company's losses. */
    MailText text(@Nullable URI dashboard, @Nullable URI end) {
        List<WatchedPen> pens = reports.pens(caller);
        WatchReport report = reports.of(caller, pens, List.of());
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put(MailText.format(words.beside(), List.of(week(sunday))), areas());
        all.put(words.signals(), MailText.signals(report, words));
        all.put(words.missing(), MailText.missing(report, words));
        all.put(MailText.format(words.lice(), List.of(week(sunday))), lice(pens));
        all.put(MailText.format(words.treatments(), List.of(week(sunday))), treatments());
        String empty = all.entrySet().stream().filter(each -> each.getValue().isEmpty()).map(Map.Entry::getKey)
                .collect(Collectors.joining("; "));
        all.values().removeIf(List::isEmpty);
        String about = MailText.format(words.weekAbout(), List.of(company, week(sunday), sunday.minusDays(6), sunday,
                losses("company").stream().map(this::sentence).findFirst().orElse(words.noneBeside()),
                String.valueOf(reports.snapshot().dataEnd()), reports.snapshot().id()));
        return MailText.of(MailText.format(words.weekSubject(), List.of(company, week(sunday))), about,
                all.entrySet().stream().map(each -> new Section(each.getKey(), each.getValue())).toList(),
                all.isEmpty() ? List.of(words.calm()) : Stream.of(empty).filter(titles -> !titles.isEmpty())
                .map(titles -> MailText.format(words.empty(), List.of(titles))).toList(), words, caller.name(),
                dashboard, end);
    }

    /** All areas where one is clear, those first, each with most fish beyond or below what is expected first. */
    private List<String> areas() {
        List<JsonNode> areas = losses("area");
        Map<String, String> names = words.code().equals("nb") ? Map.of() : rows("/v3/common/platform-areas", Map.of())
                .collect(Collectors.toMap(row -> row.path("name").asText(), row -> row.path("name_english").asText()));
        return areas.stream().noneMatch(WeekSummary::isClear) ? List.of() : areas.stream()
                .sorted(Comparator.comparing((JsonNode row) -> !isClear(row))
                .thenComparingDouble(row -> -Math.abs(row.path("excess_count").asDouble())))
                .map(row -> row.path("platform_area_name").asText().transform(name -> said("compared.area",
                Map.of("area", names.getOrDefault(name, name), "sentence", sentence(row))))).toList();
    }

    private List<JsonNode> losses(String by) {
        return rows("/v3/comparison/expected-loss", Map.of("from_date", sunday.minusDays(6).toString(), "to_date",
                sunday.toString(), "period_grouping", "window", "group_by", by, "own", "company")).toList();
    }

    private static boolean isClear(JsonNode row) {
        return row.path("ratio_low").asDouble(0) > MORE || row.path("ratio_high").asDouble(MORE) < FEWER;
    }

    private String sentence(JsonNode row) {
        boolean hasInterval = !row.path("ratio_low").isNull();
        String kind = row.path("ratio").isNull() ? "none" : !hasInterval ? "few" : !isClear(row) ? "same"
                : row.path("ratio").asDouble() > 1 ? "worse" : "better";
        return said("compare.loss." + kind, Map.of("observed", number(row, "observed_count", 0), "expected",
                number(row, "expected_count", 0), "difference", number(row, "excess_count", 0), "ratio",
                number(row, "ratio", 2) + (hasInterval ? " (" + number(row, "ratio_low", 2) + "–"
                + number(row, "ratio_high", 2) + ")" : ""), "like", texts().getOrDefault("compare.like."
                + row.path("standard").asText(), "")));
    }

    /** The own sites whose last count of four weeks was above the limit. */
    private List<String> lice(List<WatchedPen> pens) {
        String sites = pens.stream().map(WatchedPen::siteId).distinct().collect(Collectors.joining(","));
        Map<String, JsonNode> last = new LinkedHashMap<>();
        // without sites the route would have those of all companies
        Stream<JsonNode> counts = sites.isEmpty() ? Stream.of() : rows("/v3/environment/lice-by-site-and-week",
                Map.of("sites", sites, "from_date", sunday.minusDays(27).toString(), "to_date", sunday.toString()));
        counts.filter(row -> row.path("is_counted").asBoolean())
                .forEach(row -> last.put(row.path("site_id").asText(), row));
        last.values().removeIf(row -> !row.path("is_above_limit").asBoolean());
        return MailText.lines(List.copyOf(last.values()), words, MailText.MAX_LINES, row -> MailText.format(
                words.above(), List.of(row.path("site_id").asText(), row.path("site_name").asText(),
                number(row, "adult_female", 2), week(LocalDate.parse(row.path("week_start").asText())),
                MailText.rate(row.path("lice_limit").decimalValue(), words))));
    }

    /** How many of each method in four weeks, without cleaner fish, which are no treatment. */
    private List<String> treatments() {
        Map<String, Integer> methods = new TreeMap<>();
        rows("/v3/treatment/by-site", Map.of("start_date", sunday.minusDays(27).toString(), "end_date",
                sunday.toString())).forEach(row -> methods.merge(row.path("treatment_category").asText(),
                        row.path("treatment_count").asInt(), Integer::sum));
        methods.remove("Cleanerfish");
        return methods.entrySet().stream().map(each -> texts().getOrDefault("category." + each.getKey(), each.getKey())
                + ": " + each.getValue()).toList();
    }

    private Stream<JsonNode> rows(String route, Map<String, String> query) {
        return reports.rows(route, query, caller, JsonNode.class).stream();
    }

    private Map<String, String> texts() {
        return Objects.requireNonNull(TEXTS.get(words.code()));
    }

    private String week(LocalDate day) {
        return said("period.week", Map.of("week", Integer.toString(day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)), "year",
                Integer.toString(day.get(IsoFields.WEEK_BASED_YEAR))));
    }

    /** A text of the dashboard with the company's name in place of we. */
    private String said(String key, Map<String, String> values) {
        Map<String, String> all = new HashMap<>(values);
        all.put("We", company);
        all.put("our", Objects.requireNonNull(texts().get(company.matches("(?i).*[sxz]") ? "own.of.s" : "own.of"))
                .replace("{name}", company));
        return PLACE.matcher(Objects.requireNonNull(texts().get(key)))
                .replaceAll(place -> Matcher.quoteReplacement(Objects.requireNonNull(all.get(place.group(1)))));
    }

    // without a sign: the words say which way
    private String number(JsonNode row, String field, int digits) {
        String text = row.path(field).isNull() ? "–" : String.format(Locale.ROOT, "%,." + digits + "f",
                row.path(field).decimalValue().abs());
        return words.code().equals("nb") ? text.replace(',', '\u00a0').replace('.', ',') : text;
    }
}
