package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jspecify.annotations.Nullable;

/**
 * The page docs/side-by-side.md: its tables are read from the Markdown, made anew day by day from the columns that it
 * calls given, by the formulas that it states, and compared with what a server answers that got the two pens as a
 * delivery.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class SideBySideTest {

    private static final Path PAGE = Path.of("../docs/side-by-side.md");
    private static final LocalDate TODAY = LocalDate.of(2026, 1, 10);
    private static final int YEAR = 12;
    /** The event columns: fish come or go on the event's day. */
    private static final List<String> LEAVE = List.of("culled", "moved", "harvested");

    @TempDir
    private static Path folder;

    private static String page;
    private static List<PenMonth> penA;
    private static List<PenMonth> penB;

    /** A month of a pen: what is given, and the days made of it. */
    private record PenMonth(YearMonth month, Map<String, String> cells, List<PenDay> days, long opening, long closing) {
        long dead() {
            return number(cells, "dead");
        }

        long fishDays() {
            return days.stream().mapToLong(PenDay::fish).sum();
        }

        /** dead x days of the month / fish-days. */
        double rate() {
            return (double) dead() * month.lengthOfMonth() / fishDays();
        }

        double twoPoint() {
            return dead() / ((opening + closing) / 2.0);
        }
    }

    /** A day with fish: at its start, and those that die on it. */
    private record PenDay(LocalDate date, long fish, long dead, long culled) {}

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(PAGE);
        penA = pen(table("### Pen A: fish"));
        penB = pen(table("### Pen B: fish"));
    }

    /** The rows of the table below a heading, cells by column. */
    private static List<Map<String, String>> table(String heading) {
        List<String> lines = page.lines().dropWhile(line -> !line.equals(heading))
                .dropWhile(line -> !line.startsWith("|")).takeWhile(line -> line.startsWith("|")).toList();
        assertThat(lines).as(heading).hasSizeGreaterThan(3);
        List<String> names = cells(lines.getFirst());
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(2, lines.size())) {
            List<String> values = cells(line);
            assertThat(values).as(line).hasSameSizeAs(names);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                row.put(names.get(i), values.get(i));
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<String> cells(String line) {
        String[] parts = line.split("\\|", -1);
        return Arrays.stream(parts, 1, parts.length - 1).map(String::strip).toList();
    }

    private static long number(Map<String, String> row, String column) {
        String text = Objects.requireNonNullElse(row.get(column), "");
        return text.isEmpty() ? 0 : Long.parseLong(text.replace(",", ""));
    }

    /** A pen's days, by the rules above the table. */
    private static List<PenMonth> pen(List<Map<String, String>> rows) {
        List<PenMonth> months = new ArrayList<>();
        long fish = 0;
        for (Map<String, String> row : rows) {
            YearMonth month = YearMonth.parse(Objects.requireNonNull(row.get("month")));
            int event = (int) number(row, "day of the event");
            boolean stocks = number(row, "stocked") > 0;
            long leaving = LEAVE.stream().mapToLong(kind -> number(row, kind)).sum();
            int first = stocks ? event : 1;
            // the month in which the last fish are harvested ends for the pen on that day
            boolean emptied = leaving > 0 && fish - number(row, "dead") - leaving == 0;
            int last = emptied ? event : month.lengthOfMonth();
            long even = number(row, "dead") / (last - first + 1);
            long opening = fish;
            fish += number(row, "stocked");
            List<PenDay> days = new ArrayList<>();
            for (int day = first; day <= last; day++) {
                long dead = day == last ? number(row, "dead") - even * (last - first) : even;
                days.add(new PenDay(month.atDay(day), fish, dead, day == event ? number(row, "culled") : 0));
                fish -= dead + (day == event ? leaving : 0);
            }
            months.add(new PenMonth(month, row, days, opening, fish));
        }
        return months;
    }

    @Test
    void theFishOfAMonthFollowFromWhatIsGiven() {
        for (PenMonth month : both()) {
            Map<String, String> row = month.cells();
            assertThat(month.days()).as("%s days with fish", month.month())
                    .hasSize((int) number(row, "days with fish"));
            assertThat(month.opening()).as("%s opening", month.month()).isEqualTo(number(row, "at the start"));
            assertThat(month.closing()).as("%s closing", month.month()).isEqualTo(number(row, "at the end"));
            assertThat(month.fishDays()).as("%s fish-days", month.month()).isEqualTo(number(row, "fish-days"));
        }
    }

    private static List<PenMonth> both() {
        List<PenMonth> both = new ArrayList<>(penA);
        both.addAll(penB);
        return both;
    }

    @Test
    void theFiguresOfThePenFollowFromTheirFormulas() {
        List<Map<String, String>> rows = table("### Pen A: figures");
        assertThat(rows).hasSameSizeAs(penA);
        List<Double> ours = new ArrayList<>();
        List<Double> twoPoint = new ArrayList<>();
        double hazard = 0;
        long dead = 0;
        double highest = 0;
        boolean ended = false;
        for (int i = 0; i < rows.size(); i++) {
            PenMonth month = penA.get(i);
            ours.add(month.rate());
            twoPoint.add(month.twoPoint());
            hazard += (double) month.dead() * month.days().size() / month.fishDays();
            dead += month.dead();
            double meanStock = (double) month.fishDays() / month.month().lengthOfMonth();
            ended = ended || meanStock < highest / 10;
            highest = Math.max(highest, meanStock);
            List<PenDay> week = month.days().stream()
                    .filter(day -> day.date().getDayOfMonth() >= 8 && day.date().getDayOfMonth() <= 14).toList();
            assertRow(rows.get(i), month.month().toString(), percent(month.rate()), percent(risk(ours)),
                    percent(month.twoPoint()), percent(risk(twoPoint)), percent(ended ? null : 1 - Math.exp(-hazard)),
                    percent((double) dead / number(penA.getFirst().cells(), "stocked")),
                    percent(week.isEmpty() ? null : (double) week.stream().mapToLong(PenDay::dead)
                    .sum() / week.getFirst().fish()));
        }
    }

    @Test
    void theFiguresOfBothSitesFollowFromTheirFormulas() {
        List<Map<String, String>> rows = table("### Both sites: figures");
        assertThat(rows).hasSameSizeAs(penA).hasSameSizeAs(penB);
        List<Double> pooled = new ArrayList<>();
        List<Double> average = new ArrayList<>();
        List<Double> twoPoint = new ArrayList<>();
        long dead = 0;
        long stocked = number(penA.getFirst().cells(), "stocked") + number(penB.getFirst().cells(), "stocked");
        for (int i = 0; i < rows.size(); i++) {
            PenMonth a = penA.get(i);
            PenMonth b = penB.get(i);
            assertThat(b.month()).isEqualTo(a.month());
            pooled.add((double) (a.dead() + b.dead()) * a.month().lengthOfMonth() / (a.fishDays() + b.fishDays()));
            average.add((a.rate() + b.rate()) / 2);
            twoPoint.add((a.twoPoint() + b.twoPoint()) / 2);
            dead += a.dead() + b.dead();
            assertRow(rows.get(i), a.month().toString(), percent(a.rate()), percent(b.rate()),
                    percent(pooled.getLast()), percent(average.getLast()),
                    percent(risk(pooled)), percent(risk(average)), percent(risk(twoPoint)),
                    percent((double) dead / stocked));
        }
    }

    /**
     * The route adds up weeks within months; the page gives the most that this differs from its months while the
     * generation lasts.
     */
    @Test
    void weeksInPlaceOfMonthsDifferByLessThanThePageSays() {
        double months = 0;
        double pieces = 0;
        double most = 0;
        for (PenMonth month : lasting()) {
            months += (double) month.dead() * month.days().size() / month.fishDays();
            pieces += hazardOfPieces(month);
            most = Math.max(most, Math.abs(Math.exp(-months) - Math.exp(-pieces)));
        }
        assertThat(page).contains("at most " + percent(most) + " points of difference");
    }

    /** Pen A's months in which the generation has not ended. */
    private static List<PenMonth> lasting() {
        return penA.stream().takeWhile(each -> !each.month().equals(YearMonth.of(2025, 11))).toList();
    }

    private static double hazardOfPieces(PenMonth month) {
        Map<LocalDate, List<PenDay>> weeks = new TreeMap<>();
        month.days().forEach(day -> weeks.computeIfAbsent(day.date()
                .minusDays(day.date().getDayOfWeek().getValue() - 1), monday -> new ArrayList<>()).add(day));
        return weeks.values().stream().mapToDouble(days -> (double) days.stream().mapToLong(PenDay::dead)
                .sum() * days.size() / days.stream().mapToLong(PenDay::fish).sum()).sum();
    }

    /** 1 - exp(-sum of the last twelve); null with fewer. */
    private static @Nullable Double risk(List<Double> rates) {
        return rates.size() < YEAR ? null
                : 1 - Math.exp(-rates.subList(rates.size() - YEAR, rates.size()).stream().mapToDouble(rate -> rate)
                .sum());
    }

    private static String percent(@Nullable Double fraction) {
        return fraction == null ? "" : BigDecimal.valueOf(fraction).movePointRight(2).setScale(2, RoundingMode.HALF_UP)
                .toString();
    }

    private static String percent(JsonNode fraction) {
        return percent(fraction.isNull() ? null : fraction.asDouble());
    }

    private static void assertRow(Map<String, String> row, String... values) {
        assertThat(row.values()).as(values[0]).containsExactly(values);
    }

    /**
     * Ours and the authority's method, as the routes answer them: pen A as its company's own, both as the benchmark.
     */
    @Test
    void aServerAnswersWithTheSameFigures() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .farmer("F2", "G2").site("10001", 6).site("10002", 6);
        deliver(delivery, "F1", "10001", penA);
        deliver(delivery, "F2", "10002", penB);
        // pen A again as the authority's statistics, which know month ends; the month before it was stocked is empty
        authority(delivery, penA.getFirst().month().minusMonths(1), 0, 0);
        penA.forEach(month -> authority(delivery, month.month(), month.closing(), month.dead()));
        List<Map<String, String>> figuresA = table("### Pen A: figures");
        List<Map<String, String>> figures = table("### Both sites: figures");
        List<Map<String, String>> march = table("## Dead, culled or lost");
        try (LiveServer server = LiveServer.start(folder, TODAY).ingest(delivery.write(), LiveServer.RULE_OFF)) {
            String path = "/v3/mortality/areas/month?from_date=2024-04&to_date=2025-12";
            JsonNode all = server.data(path, "admin");
            JsonNode own = server.data(path, "farmer:F1");

            assertThat(all).hasSameSizeAs(penA);
            assertThat(own).hasSameSizeAs(penA);
            for (int i = 0; i < all.size(); i++) {
                String month = penA.get(i).month().toString();
                assertThat(all.get(i).get("month").asText()).isEqualTo(month + "-01");
                Map<String, String> a = figuresA.get(i);
                assertThat(answered(own.get(i), "farmer_mortality_rate", "farmer_cumulative_mortality_rate_12_months",
                        "fdir_mortality_rate",
                        "fdir_cumulative_mortality_rate_12_months")).as(month)
                        .isEqualTo(written(a, "ours, pooled: month",
                        "ours, pooled: 12 months", "two-point: month", "two-point: 12 months"));
                assertThat(answered(all.get(i), "mortality_rate", "site_avg_mortality_rate",
                        "cumulative_mortality_rate_12_months",
                        "cumulative_site_avg_mortality_rate_12_months")).as(month)
                        .isEqualTo(written(figures.get(i), "ours, pooled: month",
                        "ours, by site average: month", "ours, pooled: 12 months", "ours, by site average: 12 months"));
            }
            JsonNode curve = server.data("/v3/mortality/generations/rate?from_date=2024-04&to_date=2025-12"
                    + "&generations=V2024", "farmer:F1");
            generation(curve);
            becameOfTheFish(curve);
            JsonNode culled = own.get((int) ChronoUnit.MONTHS.between(penA.getFirst().month(), YearMonth.of(2025, 3)));
            assertThat(answered(culled, "farmer_mortality_rate", "farmer_culling_rate", "farmer_loss_rate"))
                    .isEqualTo(march.stream().map(row -> Objects.requireNonNull(row.get("ours, pooled: month")))
                    .toList());
            assertThat(march.stream().map(row -> number(row, "fish"))).containsExactly(1_600L, 2_000L, 3_600L);
        }
    }

    private static void becameOfTheFish(JsonNode rows) {
        List<Map<String, String>> shares = table("### Pen A: what became of the fish");
        assertThat(shares).hasSize(6);
        for (Map<String, String> share : shares) {
            YearMonth month = YearMonth.parse(share.get("up to the end of"));
            JsonNode row = rows.get((int) ChronoUnit.MONTHS.between(penA.getFirst().month(), month));
            assertThat(Stream.of("lost", "gone", "present")
                    .map(kind -> row.required("farmer_share_" + kind).decimalValue().movePointRight(2)
                    .setScale(1, RoundingMode.HALF_UP).toString()))
                    .as("%s", month).containsExactly(share.get("lost"), share.get("gone"), share.get("present"));
        }
    }

    /** The company of pen A sees its generation's risk: that of the pieces so far, and none once few fish are left. */
    private static void generation(JsonNode rows) {
        assertThat(rows).hasSameSizeAs(penA);
        double hazards = 0;
        for (int i = 0; i < rows.size(); i++) {
            JsonNode risk = rows.get(i).required("farmer_cumulative_mortality_rate");
            if (i < lasting().size()) {
                hazards += hazardOfPieces(penA.get(i));
                assertThat(risk.asDouble()).as("%s", penA.get(i).month())
                        .isCloseTo(1 - Math.exp(-hazards), Offset.offset(1e-9));
            } else {
                assertThat(risk.isNull()).as("%s", penA.get(i).month()).isTrue();
            }
        }
    }

    /**
     * The country's figures on the page: two-point rates of all salmon, from the Directorate's own file. Skipped
     * without it.
     */
    @Test
    void thePublishedYearsPooledFollowFromTheDirectoratesFile() throws IOException {
        Path file = RealFilesTest.realFolder().resolve("derived_biostat-total-omr_2005-2023.csv");
        Map<YearMonth, double[]> all = new TreeMap<>();
        Map<YearMonth, double[]> stockedIn2019 = new TreeMap<>();
        List<String> lines = Files.readAllLines(file);
        List<String> names = List.of(lines.getFirst().replace("\uFEFF", "").split(";", -1));
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split(";", -1);
            if (row[names.indexOf("ARTSID")].equals("LAKS")) {
                YearMonth month = YearMonth.of(Integer.parseInt(row[names.indexOf("ÅR")]),
                        Integer.parseInt(row[names.indexOf("MÅNED_KODE")]));
                double[] figures = {amount(row[names.indexOf("BEHFISK_STK")]),
                        amount(row[names.indexOf("DØDFISK_STK")])};
                add(all, month, figures);
                if (row[names.indexOf("UTSETTSÅR")].equals("2019")) {
                    add(stockedIn2019, month, figures);
                }
            }
        }
        assertThat(page).contains("come to %.1f %% for 2020 and %.1f %% for 2022".formatted(
                100 * twoPointRisk(all, YearMonth.of(2020, 1), YearMonth.of(2020, 12)),
                100 * twoPointRisk(all, YearMonth.of(2022, 1), YearMonth.of(2022, 12))));
        assertThat(page).contains("come to %.0f %%. Hence".formatted(
                100 * twoPointRisk(stockedIn2019, YearMonth.of(2019, 1), YearMonth.of(2022, 12))));
    }

    private static double amount(String text) {
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    private static void add(Map<YearMonth, double[]> months, YearMonth month, double[] figures) {
        months.merge(month, figures, (before, now) -> new double[] {before[0] + now[0], before[1] + now[1]});
    }

    private static double twoPointRisk(Map<YearMonth, double[]> months, YearMonth first, YearMonth last) {
        double rates = 0;
        double[] none = {0, 0};
        for (YearMonth month = first; !month.isAfter(last); month = month.plusMonths(1)) {
            double[] now = months.getOrDefault(month, none);
            rates += now[1] / ((months.getOrDefault(month.minusMonths(1), none)[0] + now[0]) / 2);
        }
        return 1 - Math.exp(-rates);
    }

    private static List<String> answered(JsonNode row, String... fields) {
        return Arrays.stream(fields).map(field -> percent(row.required(field))).toList();
    }

    private static List<String> written(Map<String, String> row, String... columns) {
        return Arrays.stream(columns).map(column -> Objects.requireNonNull(row.get(column))).toList();
    }

    private static void deliver(HandMadeDelivery delivery, String farmer, String site, List<PenMonth> pen) {
        for (PenMonth month : pen) {
            for (PenDay day : month.days()) {
                delivery.stock(farmer, site, day.date(), day.date(), Math.toIntExact(day.fish()), "2000", "V2024");
                if (day.dead() > 0) {
                    delivery.loss(farmer, site, day.date(), "mortality", "F101", Math.toIntExact(day.dead()));
                }
                if (day.culled() > 0) {
                    delivery.loss(farmer, site, day.date(), "culling", "A201", Math.toIntExact(day.culled()));
                }
            }
        }
    }

    private static void authority(HandMadeDelivery delivery, YearMonth month, long closing, long dead) {
        delivery.line("authority/authority_month.csv", "authority_month",
                month + "-01,6,SAL," + closing + ",1000,0,0,0,0," + dead + ",0,0,0");
    }
}
