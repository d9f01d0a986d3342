package io.tidemark.server.live;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Four weeks of a coast of eight companies, F1 to F8, each a group of its own (G1 to G8), with a month end within the
 * third week. A site has one unit, whose fish keep their generation and weight. What is lost and fed is for a test to
 * say: once a piece.
 */
final class SecretCoast {

    /** The day after the data end, a Monday. */
    static final LocalDate TODAY = LocalDate.of(2026, 4, 13);
    static final LocalDate BEGIN = LocalDate.of(2026, 3, 16);
    static final LocalDate END = TODAY.minusDays(1);
    /** First days of the pieces: days of one week and one month. */
    static final List<LocalDate> PIECES = BEGIN.datesUntil(TODAY).filter(day -> day.equals(pieceOf(day))).toList();

    /**
     * Which companies have sites in a production area: 1 and 2 are one platform area, so are 3 and 4, 6 and 7; 9 has
     * one company.
     */
    private static final Map<Integer, int[]> COMPANIES = new TreeMap<>(Map.of(1, new int[] {1, 2, 3}, 3,
            new int[] {1, 2, 3, 4},
            4, new int[] {3, 4, 5, 6, 7, 8}, 6, new int[] {1, 2, 4, 5, 8}, 7, new int[] {5, 6, 7}, 9, new int[] {7}));
    private static final List<String> GENERATIONS = List.of("V2025", "H2025");
    private static final int[] GRAMS = {430, 470, 490, 1220, 1230, 1240, 3310};
    private static final int SITES = 58;

    /** A site, its company and its fish. */
    record Site(String id, int company, int area, String generation, int gram, int fish) {

        String farmer() {
            return "F" + company;
        }

        String group() {
            return "G" + company;
        }
    }

    /** What happens on a site in a piece. */
    record Piece(Site site, LocalDate start) {}

    /** A piece's figures: fish lost of one cause on its first day, each of 1000 g, and feed on each of its days, kg. */
    record Figures(String cause, int lost, int fed) {}

    private SecretCoast() {}

    /** The sites, by a seed. */
    static List<Site> sites(long seed) {
        Random random = new Random(seed);
        List<Integer> areas = List.copyOf(COMPANIES.keySet());
        List<Site> sites = new ArrayList<>();
        for (int i = 0; i < SITES; i++) {
            int area = areas.get(i % areas.size());
            int[] companies = Objects.requireNonNull(COMPANIES.get(area));
            sites.add(new Site(String.valueOf(30_001 + i), companies[i / areas.size() % companies.length], area,
                    GENERATIONS.get(random.nextInt(2)), GRAMS[random.nextInt(GRAMS.length)], 100_000
                    + 10_000 * random.nextInt(10)));
        }
        return sites;
    }

    /** Writes a delivery with those figures. */
    static Path write(Path folder, Map<Piece, Figures> figures) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder);
        for (int i = 1; i <= 8; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        figures.keySet().stream().map(Piece::site).distinct().forEach(site -> delivery.site(site.id(), site.area())
                .stock(site.farmer(), site.id(), BEGIN, END, site.fish(), String.valueOf(site.gram()),
                site.generation()));
        figures.forEach((piece, said) -> {
            Site site = piece.site();
            delivery.line("farmers/" + site.farmer() + "/losses.csv", "weighed_losses",
                    piece.start() + "," + site.id() + ",A,mortality," + said.cause() + "," + said.lost() + ",1000");
            piece.start().datesUntil(TODAY).filter(day -> pieceOf(day).equals(piece.start()))
                    .forEach(day -> delivery.line(
                    "farmers/" + site.farmer() + "/feeding.csv", "feeding", day + "," + site.id() + ",A,"
                    + said.fed()));
        });
        return delivery.write();
    }

    /** The first day of the piece that a day lies in. */
    static LocalDate pieceOf(LocalDate day) {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        return monday.isAfter(day.withDayOfMonth(1)) ? monday : day.withDayOfMonth(1);
    }

    /** The atoms of a lake's snapshot: the sites that each has, by piece and number. */
    static Map<String, List<Piece>> atoms(Path lake, List<Site> sites, Path spill) {
        Map<String, Site> byId = sites.stream().collect(Collectors.toMap(Site::id, site -> site));
        Map<String, List<Piece>> atoms = new TreeMap<>();
        try (SnapshotDatabase database = SnapshotDatabase.open(Lake.at(lake).current().orElseThrow(),
                new EngineSettings(1, 256, spill)); DuckSession session = database.session()) {
            session.list("SELECT piece_start, atom, site_id FROM released_stock_cell WHERE atom IS NOT NULL ORDER BY "
                    + "1, 2, 3",
                    row -> atoms.computeIfAbsent(row.getString(1) + " " + row.getInt(2), key -> new ArrayList<>())
                            .add(new Piece(Objects.requireNonNull(byId.get(row.getString(3))),
                            LocalDate.parse(row.getString(1)))));
        }
        return atoms;
    }
}
