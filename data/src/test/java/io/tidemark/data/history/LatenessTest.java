package io.tidemark.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LakeTables;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A company that delivers daily is late after three days, one that delivers every other week after a month, and a new
 * one after two weeks.
 */
class LatenessTest {

    @TempDir
    private static Path folder;
    private static Lake lake;

    private static Instant at(int day, int hour) {
        return Instant.parse("2026-06-%02dT%02d:00:00Z".formatted(day, hour));
    }

    // F01 comes on 1, 2, 4 and 5 June (gaps of 1, 2 and 1 days), F02 on 1 and 15 and 29 May and 5 June, F03 once
    @BeforeAll
    static void publish() {
        lake = Lake.at(folder.resolve("lake"));
        Instant may = Instant.parse("2026-05-01T02:00:00Z");
        TestLake.coast(lake, "333").groups("123").stock(1, LocalDate.of(2026, 6, 1), LocalDate.of(2026, 6, 4), 1000)
                .received("farmers/F01/stock", "a", at(1, 2)).received("farmers/F01/losses", "a", at(1, 2))
                .received("farmers/F02/stock", "a", may).received("reference/farmers", "a", at(1, 2)).publish();
        // two sites of the company ended before: one three weeks ago, the other in the winter
        TestLake.next(lake).add(LakeTables.STOCK_DAY, "SELECT * REPLACE ('200' AS site_id, date - 21 AS date) FROM "
                + "stock_day "
                        + "UNION ALL SELECT * REPLACE ('300' AS site_id, date - 90 AS date) FROM stock_day")
                .received("farmers/F01/stock", "b", at(2, 2))
                .received("farmers/F02/stock", "b", may.plusSeconds(14 * 86_400)).publish();
        TestLake.next(lake).received("farmers/F01/stock", "c", at(4, 2))
                .received("farmers/F02/stock", "c", may.plusSeconds(28 * 86_400))
                .add(LakeTables.MARINE_TYPE, "SELECT '1' AS code, 'a' AS name").publish();
        TestLake.next(lake).received("farmers/F01/stock", "d", at(5, 2)).received("farmers/F02/stock", "d", at(5, 2))
                .received("farmers/F03/stock", "d", at(5, 2))
                .add(LakeTables.MARINE_TYPE, "SELECT '2' AS code, 'b' AS name").publish();
    }

    private static List<String> late(Instant now) {
        try (DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            return Lateness.of(lake, session, lake.current().orElseThrow()).stream()
                    .map(each -> each.farmer() + " " + each.days(now) + " of "
                    + each.usualGap() + (each.isLate(now) ? " late " : " ") + each.sites()).toList();
        }
    }

    @Test
    void eachCompanyHasItsHabit() {
        String site = "[LateSite[siteId=200, lastDay=2026-05-14]]";
        assertThat(late(at(6, 2))).containsExactly("F01 1 of 1 " + site, "F02 1 of 14 []", "F03 1 of 7 []");
        assertThat(late(at(8, 23))).first().isEqualTo("F01 3 of 1 " + site);
        assertThat(late(at(9, 3))).first().isEqualTo("F01 4 of 1 late " + site);
        assertThat(late(at(21, 3))).containsExactly("F01 16 of 1 late " + site, "F02 16 of 14 []",
                "F03 16 of 7 late []");
        assertThat(late(at(5, 3).plusSeconds(30 * 86_400))).element(1).isEqualTo("F02 30 of 14 late []");
        // a clock that is behind
        assertThat(late(at(1, 3))).first().isEqualTo("F01 0 of 1 " + site);
    }
}
