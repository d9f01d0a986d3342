package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The salmon of the authority's real statistics by county, as if each county were a company with a site for each
 * stocking year: what became of the generations. In a month the fish of its end and those lost are there each day, and
 * are lost on the last one. The file is not part of this repository (see {@link RealFilesTest}).
 */
class RealGenerationsTest {

    private static final int FIRST_YEAR = 2012;
    private static final int LAST_YEAR = 2020;

    @TempDir
    Path folder;

    /** A county's fish of a stocking year: fish at the end of each month, dead and discarded. */
    private record Fish(String county, int stocked, TreeMap<YearMonth, int[]> months) {}

    private static List<Fish> fish(Path file) throws IOException {
        List<List<String>> lines = Files.readAllLines(file).stream().map(line -> Arrays.asList(line.replace("\ufeff", "")
                .split(";", -1))).toList();
        List<String> header = lines.getFirst();
        Map<String, Fish> found = new TreeMap<>();
        for (List<String> line : lines.subList(1, lines.size())) {
            String stocked = line.get(header.indexOf("UTSETTSÅR"));
            if (line.get(header.indexOf("ARTSID")).equals("LAKS") && stocked.matches("\\d+")
                    && Integer.parseInt(stocked) >= FIRST_YEAR && Integer.parseInt(stocked) <= LAST_YEAR) {
                // of some fish it is not said
                String county = line.get(header.indexOf("PO_KODE")).replace("(null)", "0");
                YearMonth month = YearMonth.of(Integer.parseInt(line.get(header.indexOf("ÅR"))),
                        Integer.parseInt(line.get(header.indexOf("MÅNED_KODE"))));
                found.computeIfAbsent(county + " " + stocked,
                        _ -> new Fish(county, Integer.parseInt(stocked), new TreeMap<>())).months()
                        .put(month, new int[] {number(line, header, "BEHFISK_STK"), number(line, header, "DØDFISK_STK"),
                            number(line, header, "UTKAST_STK")});
            }
        }
        return List.copyOf(found.values());
    }

    private static int number(List<String> line, List<String> header, String column) {
        return (int) Double.parseDouble(line.get(header.indexOf(column)));
    }

    // definitions.md, 4 Share lost, which works them out from the file: of all that left (harvested, escaped and counted
    // away too) 13.8, 15.0, 17.0, 16.2, 16.5, 15.0, 17.4, 15.3, 15.2 % were lost
    @Test
    void ofTheRealGenerationsAsManyWereLostAsTheAuthoritysFiguresSay() throws IOException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        List<Fish> all = fish(RealFilesTest.realFolder().resolve("derived_biostat-total-omr_2005-2023.csv"));
        all.stream().map(Fish::county).distinct().forEach(county -> delivery.farmer("F" + county, "G" + county));
        assertThat(all.stream().map(Fish::county).distinct()).hasSize(7);
        for (Fish fish : all) {
            String site = "1" + "%02d".formatted(Integer.parseInt(fish.county())) + (fish.stocked() - FIRST_YEAR);
            delivery.site(site, 3);
            fish.months().forEach((month, counts) -> {
                int there = Math.addExact(counts[0], counts[1] + counts[2]);
                if (there > 0) {
                    delivery.stock("F" + fish.county(), site, month.atDay(1), month.atEndOfMonth(), there, "2000",
                            "V" + fish.stocked());
                    delivery.loss("F" + fish.county(), site, month.atEndOfMonth(), "mortality", "A101", counts[1]);
                    delivery.loss("F" + fish.county(), site, month.atEndOfMonth(), "culling", "A101", counts[2]);
                }
            });
        }
        Map<String, String> shares = new TreeMap<>();
        try (LiveServer server = LiveServer.start(folder, YearMonth.of(2024, 1).atDay(1)).ingest(delivery.write())) {
            for (JsonNode row : server.data("/v3/mortality/generations/rate?areas=Vest&from_date=2012-01&limit=1000",
                    "admin")) {
                if (row.get("share_lost").isNumber()) {
                    shares.put(row.get("generation").asText(), row.get("share_lost").asText());
                }
            }
        }
        assertThat(shares.values()).containsExactly("0.135", "0.149", "0.162", "0.162", "0.161", "0.148", "0.171",
                "0.151", "0.153");
    }
}
