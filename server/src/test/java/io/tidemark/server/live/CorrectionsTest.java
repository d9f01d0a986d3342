package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.cli.CommandRun;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each of five companies has 1000 fish of 2 kg at its site from 2 to 8 March and 10 dead on the first three days. F1
 * corrects those of 3 and 4 March to 40 and 42, F2 its stock of 8 March to 990.
 */
class CorrectionsTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
    private static final String ROUTE = "/v3/common/corrections";
    private static final String OF_F1 = "F1 10001 Site 10001 losses 2026-03-03 2026-03-04 2 20 82 40 164";
    private static final String OF_F2 = "F2 10002 Site 10002 stock 2026-03-08 2026-03-08 1 1000 990 2000 1980";

    @TempDir
    Path folder;

    private HandMadeDelivery next(String name) {
        return new HandMadeDelivery(folder.resolve(name));
    }

    private static List<String> rows(LiveServer server, String query, String caller) {
        return StreamSupport.stream(server.data(ROUTE + query, caller).spliterator(), false).map(row -> String.join(" ",
                Stream.of("owner_id", "site_id", "site_name", "table_name", "from_date", "to_date", "days",
                "count_before", "count_after", "kg_before", "kg_after").map(row::get).map(JsonNode::asText).toList()))
                .toList();
    }

    @Test
    void aCompanySeesItsOwnUntilItIsErased() {
        HandMadeDelivery delivery = next("delivery");
        for (int i = 1; i <= 5; i++) {
            delivery.farmer("F" + i, "G" + i).site("1000" + i, 3)
                    .stock("F" + i, "1000" + i, MONDAY, MONDAY.plusDays(6), 1000);
            for (int day = 0; day < 3; day++) {
                delivery.loss("F" + i, "1000" + i, MONDAY.plusDays(day), "mortality", "A101", 10);
            }
        }
        try (LiveServer server = LiveServer.start(folder, MONDAY.plusDays(7)).ingest(delivery.write())) {
            assertThat(rows(server, "", "admin")).isEmpty();
            server.ingest(next("corrected").loss("F1", "10001", MONDAY, "mortality", "A101", 10)
                    .loss("F1", "10001", MONDAY.plusDays(1), "mortality", "A101", 40)
                    .loss("F1", "10001", MONDAY.plusDays(2), "mortality", "A101", 42)
                    .stock("F2", "10002", MONDAY.plusDays(6), MONDAY.plusDays(6), 990).write());

            assertThat(rows(server, "", "farmer:F1")).containsExactly(OF_F1);
            assertThat(rows(server, "", "farmer:F2")).containsExactly(OF_F2);
            assertThat(rows(server, "", "farmer:F3")).isEmpty();
            assertThat(rows(server, "", "admin")).containsExactly(OF_F1, OF_F2);
            assertThat(rows(server, "?owner_id=F2", "admin")).containsExactly(OF_F2);
            // days that overlap the window
            assertThat(rows(server, "?from_date=2026-03-04&to_date=2026-03-07", "admin")).containsExactly(OF_F1);
            assertThat(server.get(ROUTE, "analyst").statusCode()).isEqualTo(403);
            assertThat(server.get(ROUTE + "?owner_id=F2", "farmer:F1").statusCode()).isEqualTo(403);
            assertThat(server.get(ROUTE + "?site_id=10002", "farmer:F1").statusCode()).isEqualTo(403);

            // whoever gets a site does not get its former owner's corrections
            server.ingest(next("handed over").shared("10001", "F2").write());
            assertThat(rows(server, "", "farmer:F2")).containsExactly(OF_F2);
            assertThat(rows(server, "", "farmer:F1")).containsExactly(OF_F1);

            CommandRun erased = CommandRun.of("farmer", "erase", "F1", "--yes", "--wait", "60", "--lake",
                    server.lake().toString(), "--state", folder.resolve("state").toString());
            assertThat(erased.code()).as(erased.err()).isZero();
            server.awaitServed(Lake.at(server.lake()).currentId().orElseThrow().text());
            assertThat(rows(server, "", "admin")).containsExactly(OF_F2);
        }
    }
}
