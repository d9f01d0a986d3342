package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The decimal sign of files with semicolons: that of the first fraction in a column of numbers, wherever it stands. */
class DecimalSignTest {

    // the rows before a case's own; they have no fraction
    private static final String WHOLE = IntStream.range(0, 10_000)
            .mapToObj(i -> "2026-01-01;@;W" + i + ";K1;SAL;7;100;V2025\n").collect(Collectors.joining());

    @TempDir
    private Path folder;

    /**
     * A file of some rows.
     *
     * @param rows     unit, number of fish and weight of each
     * @param weights  those that are read
     * @param rejected those that are not: line and column
     */
    private record Case(boolean manyBefore, List<String> rows, List<String> weights, List<String> rejected) {

        String text() {
            return STOCK.replace(',', ';') + (manyBefore ? WHOLE : "") + IntStream.range(0, rows.size())
                    .mapToObj(i -> (i % 2 == 0 ? "2026-02-01" : "01.02.2026") + ";@;" + rows.get(i)
                    .replaceFirst(";", ";K1;SAL;") + ";V2025\n")
                    .collect(Collectors.joining());
        }
    }

    private static Case few(List<String> rows, List<String> weights, String... rejected) {
        return new Case(false, rows, weights, List.of(rejected));
    }

    private static Case many(List<String> rows, List<String> weights, String... rejected) {
        return new Case(true, rows, weights, List.of(rejected));
    }

    @Test
    void theFirstFractionTells() {
        List<Case> all = List.of(
                // after many rows without a fraction; the first own row is on line 10002 then
                many(List.of("A;7;12.5", "B;7;0.25"), List.of("0.25", "12.50")),
                many(List.of("A;7;12,5", "B;7;0,25"), List.of("0.25", "12.50")),
                many(List.of("A;7;100", "B;7;12.5", "C;7;12,5"), List.of("12.50", "100.00"),
                "10004 avg_weight_gram 12,5"),
                // powers of ten
                few(List.of("A;7;2.5e2", "B;7;1,234"), List.of("250.00"), "3 avg_weight_gram 1,234"),
                few(List.of("A;7;2,5E+2", "B;7;1.234"), List.of("250.00"), "3 avg_weight_gram 1.234"),
                // both signs: the first wins, and the other is not a sign of thousands
                few(List.of("A;7;12,5", "B;7;12.5", "C;7;1.234,5"), List.of("12.50"), "3 avg_weight_gram 12.5",
                "4 avg_weight_gram 1.234,5"),
                few(List.of("A;7;12.5", "B;7;12,5", "C;7;1,234.5"), List.of("12.50"), "3 avg_weight_gram 12,5",
                "4 avg_weight_gram 1,234.5"),
                // signs of columns that hold no number, and of names
                few(List.of("1,2;7;12.5", "1,3;7;100"), List.of("12.50", "100.00")),
                few(List.of("1.2;7;12,5", "1.3;7;100"), List.of("12.50", "100.00")),
                many(List.of("1,2;7;12.5", "1,3;7;100"), List.of("12.50", "100.00")),
                // in quotes, with spaces, without a whole part
                few(List.of("1,2;7;\"12.5\"", "B;7; 0.25 "), List.of("0.25", "12.50")),
                few(List.of("1.2;7;\"12,5\"", "\"B, 1.3\";7;,25"), List.of("0.25", "12.50")),
                // what can mean thousands tells nothing
                few(List.of("A;12.000;7", "B;7;12,5"), List.of("12.50"), "2 fish_count 12.000"),
                few(List.of("A;7.0;12", "B;7;0.25"), List.of("0.25", "12.00")));
        ManyCases<Case> cases = new ManyCases<>(folder);
        all.forEach(each -> cases.file(each, "stock.csv", each.text()));
        cases.ingest();
        assertThat(all).allSatisfy(each -> {
            assertThat(cases.delivery().rows("SELECT avg_weight_gram FROM stock_day WHERE site_id = '"
                    + cases.site(each) + "' AND date = '2026-02-01' ORDER BY 1")).isEqualTo(each.weights);
            assertThat(cases.report(each, "stock.csv").rejected()).isEqualTo(each.rejected.size());
            if (!each.rejected.isEmpty()) {
                assertThat(cases.rejects(each, "stock.csv")).extracting(row -> row.replace("\"", ""))
                        .zipSatisfy(each.rejected,
                        (row, start) -> assertThat(row).startsWith(start.replace(' ', ',') + ","));
            }
        });
    }
}
