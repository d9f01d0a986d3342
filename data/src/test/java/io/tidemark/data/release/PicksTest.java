package io.tidemark.data.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is left of a mean over chosen members when known sums are subtracted. A block is written as the groups of its
 * chosen members, a stroke, and the groups of its others; {@code *} stands for no block. Worked out by hand, for three
 * other groups, so four in all.
 */
class PicksTest {

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            four groups, no block is cut                               ; 3 ; abcd|                        ; true
            three groups                                               ; 3 ; abc|                         ; false
            one has half                                               ; 3 ; aaabcd|                      ; true
            one has more than half                                     ; 3 ; aaaabcd|                     ; false
            a block less its chosen: three others                      ; 3 ; abcd|efg                     ; false
            a block less its chosen: four others                       ; 3 ; abcd|efgh                    ; true
            others of the same group count once                        ; 3 ; abcd|efgg                    ; false
            of two blocks, each gives two: four, three, three or four  ; 3 ; ab|ef cd|bc                  ; false
            each way gives four                                        ; 3 ; ab|ef cd|gh                  ; true
            a whole block goes, and leaves two                         ; 3 ; ab| cd|efgh                  ; false
            a whole block goes, and leaves nothing                     ; 3 ; ab| cd|                      ; true
            chosen in no block stay in every pick                      ; 3 ; ab|ef *cd                    ; true
            a whole block goes, chosen in no block stay                ; 3 ; abc| *de                     ; false
            twelve blocks                                              ; 3 ; abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh ; true
            thirteen are too many to look at                           ; 3 ; abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh abcd|efgh ; false
            the rule is off                                            ; 1 ; a|b                          ; true
            two others are enough                                      ; 2 ; abc|def                      ; true
            """)
    void eachWayOfSubtractingLeavesEnoughGroups(String name, int minFarmers, String blocks, boolean isSafe) {
        try (DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            session.run("CREATE TABLE pick(set_id VARCHAR, block VARCHAR, farmer_group_key VARCHAR, chosen BIGINT, "
                    + "others BIGINT)");
            int number = 0;
            for (String block : blocks.split(" ")) {
                boolean isNone = block.startsWith("*");
                String[] halves = (isNone ? block.substring(1) : block).split("\\|", -1);
                for (int half = 0; half < halves.length; half++) {
                    for (char group : halves[half].toCharArray()) {
                        session.run("INSERT INTO pick VALUES ('set', nullif(?, ''), ?, ?, ?)", isNone ? "" : "b"
                                + number, String.valueOf(group), half == 0 ? 1 : 0, half);
                    }
                }
                number++;
            }
            boolean judged = SqlFile.of("derive/release/picks.sql").get("judged").with("min_farmers", minFarmers)
                    .first(session, row -> row.getBoolean("is_safe")).orElseThrow();
            assertThat(judged).isEqualTo(isSafe);
        }
    }
}
