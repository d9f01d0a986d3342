package io.tidemark.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryStreamTest {

    private static final LocalDate END = LocalDate.of(2026, 3, 10);
    private static final GeneratorOptions OPTIONS = new GeneratorOptions(24, 2, 1, 4, END, null);
    private static final int DAYS = 20;

    @TempDir
    private Path temp;

    /** Taken in one after the other, late days and corrections too, the deliveries leave the rows of the whole one. */
    @Test
    void whatHasComeInTheEndIsTheWholeDelivery() throws IOException {
        Path landing = temp.resolve("landing");
        List<String> told = new ArrayList<>();
        new DeliveryStream(OPTIONS, DAYS).write(landing, () -> true, told::add);
        List<Path> deliveries = entries(landing);
        Path whole = temp.resolve("whole");
        new DeliveryGenerator(OPTIONS).write(whole, progress -> { });

        assertThat(deliveries).first().satisfies(first -> assertThat(first.getFileName()).hasToString("2026-02-18-history"));
        assertThat(deliveries).hasSameSizeAs(told).hasSizeGreaterThan(DAYS + 1)
                .allSatisfy(each -> assertThat(each.resolve(".done")).exists());
        assertThat(told).anyMatch(line -> line.contains("-correction-of-"));
        assertThat(after(deliveries)).hasSizeGreaterThan(10_000).isEqualTo(after(List.of(whole)));
        assertThat(landing.resolve("2026-02-28/authority/authority_month.csv"))
                .hasSameTextualContentAs(whole.resolve("authority/authority_month.csv"));
    }

    @Test
    void aStreamThatIsStoppedLeavesWholeDeliveriesOnly() throws IOException {
        Path landing = temp.resolve("landing");
        int[] left = {3};
        new DeliveryStream(OPTIONS, DAYS).write(landing, () -> left[0]-- > 0, line -> { });
        assertThat(entries(landing)).allSatisfy(each -> assertThat(each.resolve(".done")).exists());
        assertThat(entries(landing)).extracting(each -> each.getFileName().toString())
                .contains("2026-02-18-history", "2026-02-19", "2026-02-20", "2026-02-21").doesNotContain("2026-02-22");
    }

    @Test
    void aFolderThatHoldsOtherThingsAndMoreDaysThanThereAreAreRefused() throws IOException {
        Files.writeString(temp.resolve("letter.txt"), "mine");
        assertThatThrownBy(() -> new DeliveryStream(OPTIONS, DAYS).write(temp, () -> true, line -> { }))
                .isInstanceOf(GeneratorException.class).hasMessageEndingWith("is not empty; the stream needs a folder of its own");
        assertThatThrownBy(() -> new DeliveryStream(OPTIONS, 365)).hasMessage("--days is 365, it must lie between 1 and 364");
        assertThatThrownBy(() -> new DeliveryStream(OPTIONS, 0)).hasMessage("--days is 0, it must lie between 1 and 364");
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    /** What deliveries leave behind: for each site in a file, its rows replace those from the file's first day for it to its last. */
    private static Set<String> after(List<Path> deliveries) throws IOException {
        Map<String, TreeMap<String, Set<String>>> lake = new TreeMap<>();
        for (Path delivery : deliveries) {
            if (!Files.isDirectory(delivery.resolve("farmers"))) {
                continue;
            }
            ReadDelivery read = new ReadDelivery(delivery);
            for (String farmer : read.farmerFolders()) {
                for (Path file : entries(delivery.resolve("farmers").resolve(farmer))) {
                    String table = farmer + "/" + String.valueOf(file.getFileName()).replace(".csv", "");
                    Map<String, TreeMap<String, Set<String>>> delivered = new TreeMap<>();
                    read.table("farmers/" + table).forEach(row -> delivered
                            .computeIfAbsent(table + "/" + row.getField("site_id"), k -> new TreeMap<>())
                            .computeIfAbsent(row.getField("date"), d -> new TreeSet<>()).add(row.getFields().toString()));
                    delivered.forEach((key, days) -> {
                        TreeMap<String, Set<String>> kept = lake.computeIfAbsent(key, k -> new TreeMap<>());
                        kept.subMap(days.firstKey(), true, days.lastKey(), true).clear();
                        kept.putAll(days);
                    });
                }
            }
        }
        Set<String> rows = new TreeSet<>();
        lake.forEach((key, days) -> days.values().forEach(day -> day.forEach(row -> rows.add(key + row))));
        return rows;
    }
}
