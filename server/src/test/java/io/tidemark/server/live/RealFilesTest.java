package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The authority's own files with invented extracts on the register's sites, through ingest and server. The files are
 * not part of this repository: looked for as {@code shared/data/authority} beside it or a folder above, or under the
 * folder that {@code -Dtidemark.shared} names; skipped where they are not.
 */
class RealFilesTest {

    private static final String REGISTER = "akvakulturregisteret_2019-11-11.csv";

    @TempDir
    Path folder;

    @Test
    void theRealRegisterOutlinesAndStatisticsAreServed() throws Exception {
        Path authority = realFolder();
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(30, 1, 2, 7, LocalDate.of(2020, 8, 31), authority.resolve(REGISTER)))
                .write(delivery, line -> { });
        Files.createDirectories(delivery.resolve("authority"));
        for (String name : List.of(REGISTER, "produksjonsomrader.geojson", "derived_biostat-total-omr_2005-2023.csv")) {
            Files.copy(authority.resolve(name), delivery.resolve("authority").resolve(name));
        }
        // the statistics go on until 2023; today is later, the farmers' extracts end in 2020
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2024, 1, 1)).ingest(delivery)) {
            salmonSitesAtSeaPerProductionArea(server, authority.resolve(REGISTER));
            baseline(server);
        }
    }

    // the register's rows as they are, without what ingest makes of them
    private static Stream<String> salmonSitesAtSea(Path register) {
        try {
            List<List<String>> rows = Files.readAllLines(register).stream().map(line -> List.of(line.split(";", -1)))
                    .toList();
            List<String> header = rows.get(1);
            return rows.stream().skip(2).filter(row -> row.get(header.indexOf("LOK_PLASS")).equals("SJØ")
                    && row.get(header.indexOf("ART")).equals("Laks"))
                    .map(row -> row.get(header.indexOf("LOK_NR"))).distinct();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // counted from the full register; the copy lost no salmon site at sea with the rows that were taken out of it
    private static void salmonSitesAtSeaPerProductionArea(LiveServer server, Path register) {
        Map<String, JsonNode> served = new HashMap<>();
        for (int offset = 0; offset < 2000; offset += 1000) {
            server.data("/v3/common/site?offset=" + offset, "admin")
                    .forEach(s -> served.put(s.get("site_id").asText(), s));
        }
        assertThat(served).hasSize(1623);
        Map<Integer, Integer> sites = new TreeMap<>();
        salmonSitesAtSea(register).map(site -> Objects.requireNonNull(served.get(site)).get("production_area_id")
                .asInt())
                .forEach(area -> sites.merge(area, 1, Integer::sum));
        assertThat(sites.values()).containsExactly(11, 62, 153, 143, 44, 150, 75, 96, 116, 76, 48, 70, 10);
        assertThat(served.values().stream().filter(s -> s.get("is_in_platform").asBoolean())).hasSize(30);
    }

    // salmon and rainbow trout of area 3 in July 2020, summed over stocking years by hand: 103 348 150 fish at the end
    // of June, 101 053 869 at the end of July, 1 099 324 dead, 149 954 discarded.
    // Area 4 has no figures in this file at all
    private static void baseline(LiveServer server) {
        JsonNode july = server.data("/v3/mortality/areas/month?from_date=2020-07&to_date=2020-07&areas=vest", "admin")
                .get(0);
        double mean = (103_348_150 + 101_053_869) / 2.0;

        assertThat(july.get("production_area_ids").toString()).isEqualTo("[3,4]");
        assertThat(july.get("fdir_month").asText()).isEqualTo("2020-07-01");
        assertThat(july.get("fdir_mortality_rate").asDouble()).isCloseTo(1_099_324 / mean, Offset.offset(1e-9));
        assertThat(july.get("fdir_loss_rate").asDouble()).isCloseTo((1_099_324 + 149_954) / mean, Offset.offset(1e-9));
        assertThat(july.get("fdir_cumulative_loss_rate_12_months").isNumber()).isTrue();
    }

    static Path realFolder() throws IOException {
        String configured = System.getProperty("tidemark.shared");
        Stream<Path> roots = configured != null ? Stream.of(Path.of(configured))
                : Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(p -> p.resolve("shared"));
        Optional<Path> found = roots.map(root -> root.resolve("data/authority"))
                .filter(f -> Files.isRegularFile(f.resolve(REGISTER))).findFirst();
        Assumptions.assumeTrue(found.isPresent(), "no real files (shared/data/authority, -Dtidemark.shared)");
        return found.orElseThrow().toRealPath();
    }
}
