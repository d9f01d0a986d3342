package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.verify.SnapshotVerifier;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What another rule, or a company in another group, does to released atoms, by hand. Each company has 1000 fish of one
 * cell in the week from 2026-06-01. Areas 3 and 4 are one platform area, 5 is another, in the same region; 6 and 7 are
 * in another region.
 */
class AnotherRuleTest {

    @TempDir
    private static Path shared;
    /** The first publication of each coast, which most tests begin with, by its areas. */
    private static final Map<String, TestCoast> WEEKS = new HashMap<>();
    private static final Map<String, TestCoast> FED = new HashMap<>();

    @TempDir
    private Path folder;

    /** All companies' published week, in a lake of this test's own. */
    private TestCoast week(String areas) {
        return onACopy(WEEKS.computeIfAbsent(areas, made -> {
            TestCoast coast = new TestCoast(shared.resolve("week-" + WEEKS.size()), made).week(1, made.length());
            coast.published();
            return coast;
        }), areas);
    }

    private TestCoast onACopy(TestCoast made, String areas) {
        TestCoast own = new TestCoast(folder, areas);
        own.delivery.on(made.delivery.lake);
        return own;
    }

    /** The atom of each company's row and its cells; - is none. */
    private static String atoms(TestCoast coast) {
        return coast.atoms().stream().map(row -> row.substring(row.indexOf(' ') + 1).replace(' ', '/'))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            two unsafe atoms are one above them         | 33334444  | 4 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1     | 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2
            too few even together: in no atom           | 33334444  | 8 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1     | -/- -/- -/- -/- -/- -/- -/- -/-
            an unsafe one takes in a safe neighbour     | 333344444 | 4 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1 2/1 | 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2
            not one of another platform area            | 333366666 | 4 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1 2/1 | -/- -/- -/- -/- 2/1 2/1 2/1 2/1 2/1
            a merged one that is safe stays             | 333344    | 4 | 1/2 1/2 1/2 1/2 1/2 1/2             | 1/2 1/2 1/2 1/2 1/2 1/2
            a looser rule changes nothing               | 333344    | 2 | 1/2 1/2 1/2 1/2 1/2 1/2             | 1/2 1/2 1/2 1/2 1/2 1/2
            nor does no rule at all                     | 333344    | 1 | 1/2 1/2 1/2 1/2 1/2 1/2             | 1/2 1/2 1/2 1/2 1/2 1/2
            """)
    void anotherRuleMergesAtomsWhole(String name, String areas, int minFarmers, String before, String after) {
        TestCoast coast = week(areas);
        assertThat(atoms(coast)).isEqualTo(before);

        coast.next().groups("123456789").delivery.minFarmers(minFarmers);
        coast.published();

        assertThat(atoms(coast)).isEqualTo(after);
        assertThat(coast.newest().kind()).isEqualTo(LedgerEntry.Kind.ANOTHER_RULE);
        assertThat(coast.newest().rule()).isEqualTo(new PrivacyRule(minFarmers, 85));
        // the losses lie in the same atoms, and go with them
        List<String> inAtoms = coast.atoms().stream().filter(row -> !row.endsWith("-")).toList();
        assertThat(coast.delivery.rows("SELECT site_id, atom, atom_cells FROM released_loss_cell ORDER BY site_id"))
                .isEqualTo(inAtoms);
    }

    // it was in a benchmark, so it is not in another one
    @Test
    void whatIsInNoAtomStaysOutOfLaterOnes() {
        TestCoast coast = new TestCoast(folder, "333388888").week(1, 4);
        coast.published();
        coast.next().groups("123456789").delivery.minFarmers(4);
        coast.published();

        coast.next().delivery.minFarmers(3);
        coast.week(5, 8).published();

        assertThat(atoms(coast)).isEqualTo("-/- -/- -/- -/- 1/1 1/1 1/1 1/1");
    }

    // the first rule's entry also has what is new by then
    @Test
    void oneEntryMergesAndReleases() {
        TestCoast coast = new TestCoast(folder, "333344444").week(1, 4);
        coast.published();
        coast.next().week(5, 9).delivery.minFarmers(4);
        coast.published();

        assertThat(coast.newest().number()).isEqualTo(2);
        assertThat(coast.newest().kind()).isEqualTo(LedgerEntry.Kind.ANOTHER_RULE);
        assertThat(atoms(coast)).isEqualTo("-/- -/- -/- -/- 1/1 1/1 1/1 1/1 1/1");
    }

    // the first five report feed, the late four do not: one cell, one atom of stock,
    // and one of feed for some of its rows
    @Test
    void aCellThatIsOnlyPartlyInAnAtomOfFeedIsOneCell() {
        TestCoast coast = new TestCoast(folder, "333333333").week(1, 5);
        for (int company = 1; company <= 5; company++) {
            coast.delivery.file("farmers/F0" + company + "/feeding.csv", TestDelivery.FEEDING + "2026-06-02," + company
                    + "00,A,5\n");
        }
        coast.published();
        coast.next().week(6, 9).published();
        coast.next().delivery.minFarmers(4).file("reference/farmers.csv", TestDelivery.FARMER_COLUMNS
                + IntStream.rangeClosed(1, 9)
                .mapToObj(i -> "F0" + i + ",Fisk " + i + " AS,G" + i + ",Gruppe " + i + ",standard,2024-01-01\n")
                .collect(Collectors.joining()));
        coast.published();

        assertThat(atoms(coast)).isEqualTo("1/1 1/1 1/1 1/1 1/1 1/1 1/1 1/1 1/1");
        Snapshot snapshot = coast.delivery.lake.current().orElseThrow();
        assertThat(SnapshotVerifier.verify(coast.delivery.lake, snapshot.id(), snapshot.manifest(),
                new EngineSettings(1, 512, folder)).findings())
                .isEmpty();
    }

    @Test
    void aCompanyInAnotherGroupLeavesAnAtomWithTooFew() {
        TestCoast coast = week("33334444");
        coast.next().groups("113456789");
        coast.published();

        assertThat(atoms(coast)).isEqualTo("1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2");
        assertThat(coast.newest().kind()).isEqualTo(LedgerEntry.Kind.ANOTHER_RULE);
        assertThat(coast.delivery.rows("SELECT farmer_group_key FROM released_stock_cell WHERE site_id = '200'"))
                .containsExactly("G2");
    }

    @Test
    void aCompanyWithAnotherNameChangesNothing() {
        TestCoast coast = week("33334444");
        coast.next().delivery.file("reference/farmers.csv", TestDelivery.FARMER_COLUMNS + IntStream.rangeClosed(1, 9)
                .mapToObj(i -> "F0" + i + ",Fisk " + i + " AS,G" + i + ",Gruppe " + i + ",standard,2024-01-01\n")
                .collect(Collectors.joining()));
        coast.published();

        assertThat(coast.newest().number()).isEqualTo(1);
    }

    private static void treatments(TestCoast coast) {
        coast.delivery.file("farmers/F01/treatments.csv",
                "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic\n"
                + "1,2026-06-03,100,Mechanical,Lice,true,false\n").file("farmers/F05/treatments.csv",
                "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic\n"
                + "1,2026-06-03,500,Mechanical,Lice,true,false\n");
    }

    // area 3 has no atom any more, area 6 is as it was
    @Test
    void treatmentsOfWeeksThatAreNoLongerOpenGo() {
        TestCoast coast = new TestCoast(folder, "333366666").week(1, 9);
        treatments(coast);
        coast.published();
        String treatments = "SELECT site_id, production_area_id FROM released_treatment ORDER BY site_id";
        String touches = "SELECT site_id, is_open_generation, is_open_band FROM released_touch ORDER BY site_id";
        assertThat(coast.delivery.rows(treatments)).containsExactly("100 3", "500 6");
        assertThat(coast.delivery.rows(touches)).containsExactly("100 true true", "500 true true");

        coast.next().groups("123456789").delivery.minFarmers(4);
        coast.published();

        assertThat(coast.delivery.rows(treatments)).containsExactly("500 6");
        assertThat(coast.delivery.rows(touches)).containsExactly("500 true true");
    }

    /** A published month with one fed day at nine degrees, in a lake of this test's own. */
    private TestCoast fed(String areas) {
        return onACopy(FED.computeIfAbsent(areas, made -> {
            TestCoast coast = new TestCoast(shared.resolve("fed-" + FED.size()), made);
            for (int company = 1; company <= made.length(); company++) {
                coast.stock(company, LocalDate.of(2026, 5, 1), LocalDate.of(2026, 5, 31), 1000);
                coast.delivery.file("farmers/F0" + company + "/feeding.csv", TestDelivery.FEEDING + "2026-05-05,"
                        + company + "00,A,10\n")
                        .file("farmers/F0" + company + "/temperatures.csv", "date,site_id,temperature\n2026-05-05,"
                        + company + "00,9.5\n");
            }
            coast.published();
            return coast;
        }), areas);
    }

    // cells of the week in which they feed have an atom of feed; other weeks have none
    @Test
    void feedAtomsAreMergedLikeThoseOfStock() {
        TestCoast coast = fed("33334444");
        String feed = "SELECT piece_start, feed_atom, feed_atom_cells, count(*) FROM released_stock_cell WHERE "
                + "feed_atom IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2";
        assertThat(coast.delivery.rows(feed)).containsExactly("2026-05-04 1 1 4", "2026-05-04 2 1 4");
        coast.next().groups("123456789").delivery.minFarmers(4);
        coast.published();
        assertThat(coast.delivery.rows(feed)).containsExactly("2026-05-04 1 2 8");
    }

    // offshore outside all areas: the place of such a cell in the tree is nowhere, and only the coast is above it
    @Test
    void sitesOutsideAllAreasAreABlockOfTheirOwn() {
        TestCoast coast = week("3333    ");
        assertThat(atoms(coast)).isEqualTo("1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1");
        coast.next().groups("123456789").delivery.minFarmers(4);
        coast.published();
        assertThat(atoms(coast)).isEqualTo("1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            areas of one degree are one                  | 33334444  | 4 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1     | 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2
            too few even together: they go               | 33334444  | 8 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1     | ''
            an unsafe one takes in a safe neighbour      | 333344444 | 4 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1 2/1 | 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2 1/2
            not one of another platform area             | 333366666 | 4 | 1/1 1/1 1/1 1/1 2/1 2/1 2/1 2/1 2/1 | 2/1 2/1 2/1 2/1 2/1
            """)
    void siteDaysAreMergedInTheirPlatformArea(String name, String areas, int minFarmers, String before, String after) {
        TestCoast coast = fed(areas);
        String rows = "SELECT concat(atom, '/', atom_cells) FROM released_site_day ORDER BY site_id";
        assertThat(String.join(" ", coast.delivery.rows(rows))).isEqualTo(before);
        coast.next().groups("123456789").delivery.minFarmers(minFarmers);
        coast.published();
        assertThat(String.join(" ", coast.delivery.rows(rows))).isEqualTo(after);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            two regions count for the country            | 33336666  | 4 | F F F F F F F F
            too few in the country: they go              | 33336666  | 8 | ''
            an unsafe region takes in a safe one         | 333366666 | 4 | F F F F F F F F F
            """)
    void regionsOfFedDaysAreMergedInTheCountry(String name, String areas, int minFarmers, String after) {
        TestCoast coast = fed(areas);
        String rows = "SELECT CASE WHEN is_in_region THEN 'T' ELSE 'F' END FROM released_feed_day ORDER BY farmer_id";
        assertThat(coast.delivery.rows(rows)).hasSize(areas.length()).containsOnly("T");
        coast.next().groups("123456789").delivery.minFarmers(minFarmers);
        coast.published();
        assertThat(String.join(" ", coast.delivery.rows(rows))).isEqualTo(after);
    }
}
