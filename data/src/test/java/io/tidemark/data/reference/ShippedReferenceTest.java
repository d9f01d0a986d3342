package io.tidemark.data.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped reference files against the facts that they must hold. */
class ShippedReferenceTest {

    private static List<String> lines(String table) throws IOException {
        try (InputStream in = ShippedReferenceTest.class.getResourceAsStream("/io/tidemark/data/reference/" + table
                + ".csv")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** Rows below comments and header. None of these files needs quotes, which the first assertion keeps true. */
    private static List<List<String>> rows(String table) throws IOException {
        List<String> lines = lines(table).stream().filter(line -> !line.startsWith("#")).toList();
        assertThat(lines).noneMatch(line -> line.contains("\""));
        int columns = lines.getFirst().split(",", -1).length;
        List<List<String>> rows = lines.stream().skip(1).map(line -> Arrays.asList(line.split(",", -1))).toList();
        assertThat(rows).allSatisfy(row -> assertThat(row).hasSize(columns));
        return rows;
    }

    @Test
    void everyTableIsThereAndCanBeCopied(@TempDir Path folder) throws IOException {
        for (String name : ShippedReference.names()) {
            Path file = ShippedReference.copy(name, folder.resolve("new")).orElseThrow();
            assertThat(file).hasFileName(name + ".csv");
            assertThat(Files.readString(file)).contains(",");
        }
        assertThat(ShippedReference.copy("weather", folder)).isEmpty();
    }

    @Test
    void thirteenProductionAreasInThreeRegions() throws IOException {
        List<List<String>> areas = rows("production_areas");
        assertThat(areas).extracting(List::getFirst)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 13).mapToObj(Integer::toString).toList());
        assertThat(areas).extracting(row -> row.get(2)).containsExactly(
                "Sør", "Sør", "Sør", "Sør", "Sør", "Midt", "Midt", "Nord", "Nord", "Nord", "Nord", "Nord", "Nord");
    }

    @Test
    void everyProductionAreaIsInOnePlatformAreaAndThatInOneRegion() throws IOException {
        Map<String, String> region = new TreeMap<>();
        rows("production_areas").forEach(row -> region.put(row.getFirst(), row.get(2)));
        List<String> bundled = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (List<String> area : rows("platform_areas")) {
            List<String> members = List.of(area.get(3).split("\\|"));
            Set<String> regions = new HashSet<>();
            members.forEach(member -> regions.add(Objects.requireNonNull(region.get(member))));
            assertThat(regions).as(area.get(1)).hasSize(1);
            bundled.addAll(members);
            ids.add(area.getFirst());
        }
        assertThat(bundled).containsExactlyInAnyOrderElementsOf(region.keySet());
        assertThat(ids).hasSize(7).isSorted().noneMatch(id -> id.matches("-?\\d+"));
    }

    @Test
    void salmonidsCountAndCleanerFishDoNot() throws IOException {
        List<List<String>> species = rows("species");
        assertThat(species).allSatisfy(row -> assertThat(row.getFirst()).matches("[A-Z]{3}"))
                .allSatisfy(row -> assertThat(row.subList(1, 3)).noneMatch(String::isBlank));
        assertThat(species).filteredOn(row -> row.get(3).equals("true")).extracting(List::getFirst)
                .containsExactly("SAL", "TRR", "TRS", "TRO",
                "ACH", "SVF", "LAT", "CHR", "COH", "CHI", "PIN", "CHU", "SOC", "CHE", "ORC", "SLZ");
        assertThat(species).filteredOn(row -> row.get(3).equals("false")).extracting(List::getFirst)
                .containsExactly("LUM", "USB", "TBR", "YFM", "USI", "ENX", "WRA");
    }

    @Test
    void theSpeciesCanBeAskedWithoutAFile(@TempDir Path folder) throws IOException {
        List<String> asFile = rows("species").stream().map(row -> String.join(" ", row)).toList();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 128, folder))) {
            assertThat(session.list(SnapshotSql.select(LakeTables.SPECIES, 1, List.of()), row -> row.getString(1) + " "
                    + row.getString(2) + " " + row.getString(3) + " " + row.getBoolean(4))).isEqualTo(asFile);
            assertThat(session.hasRows("(" + SnapshotSql.select(LakeTables.MARINE_TYPE, 1, List.of()) + ")")).isFalse();
        }
    }

    @Test
    void theCodeListSaysThatItIsASample() throws IOException {
        assertThat(lines("loss_categories").getFirst()).startsWith("#").contains("SAMPLE", "official");
    }

    @Test
    void everyCauseHasAUniqueCodeUnderItsLetterAndFourNames() throws IOException {
        List<List<String>> causes = rows("loss_categories");
        Map<String, String> levelOne = new TreeMap<>();
        Map<String, String> levelTwo = new TreeMap<>();
        for (List<String> cause : causes) {
            assertThat(cause.get(4)).startsWith(cause.get(2));
            assertThat(cause.get(2)).startsWith(cause.get(0));
            assertThat(cause.subList(5, 9)).noneMatch(String::isBlank);
            assertThat(levelOne.merge(cause.get(0), cause.get(1), (a, b) -> a)).isEqualTo(cause.get(1));
            assertThat(levelTwo.merge(cause.get(2), cause.get(3), (a, b) -> a)).isEqualTo(cause.get(3));
            assertThat(cause.get(9)).isIn("true", "false");
            assertThat(cause.subList(11, 24)).allMatch(flag -> flag.equals("true") || flag.equals("false"));
        }
        assertThat(causes).extracting(cause -> cause.get(4)).doesNotHaveDuplicates().hasSizeBetween(55, 70);
        assertThat(levelOne).containsExactly(Map.entry("A", "Infeksjonssykdommer"), Map.entry("B", "Skader (traume)"),
                Map.entry("C", "Miljøforhold"), Map.entry("D", "Fysiologiske årsaker"), Map.entry("E", "Andre årsaker"),
                Map.entry("F", "Ukjent"));
    }

    /** Terms of the Norwegian Fish Health Reports; wounds are neither predators' work alone nor an infection. */
    @Test
    void causesHaveTheTermsOfTheField() throws IOException {
        List<List<String>> causes = rows("loss_categories");
        assertThat(causes).filteredOn(cause -> cause.get(4).equals("A402")).singleElement()
                .satisfies(cause -> assertThat(cause.subList(5, 8))
                .containsExactly("Kompleks gjellesykdom (KGS)", "KGS", "Complex gill disease (CGD)"));
        assertThat(causes).filteredOn(cause -> cause.get(2).equals("E2"))
                .allSatisfy(cause -> assertThat(cause.get(3)).isEqualTo("Tekniske uhell"));
        assertThat(causes).filteredOn(cause -> cause.get(3).equals("Sår")).extracting(cause -> cause.get(4))
                .containsExactly("B501");
        assertThat(causes).extracting(cause -> cause.get(5))
                .noneMatch(name -> name.contains("Utkast") || name.startsWith("Destruksjon"));
    }

    /** A code that was moved stands in the list of changes, with a successor that is there. */
    @Test
    void aChangedCodeHasItsSuccessor() throws IOException {
        List<String> codes = rows("loss_categories").stream().map(cause -> cause.get(4)).toList();
        assertThat(rows("loss_category_changes")).isNotEmpty().allSatisfy(change -> {
            assertThat(codes).doesNotContain(change.get(1)).contains(change.get(3));
        });
    }
}
