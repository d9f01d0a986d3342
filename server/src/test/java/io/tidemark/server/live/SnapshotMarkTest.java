package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.server.ListenException;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.event.Event;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server marks what it has open, moves its mark with CURRENT, and serves also where it can leave none. */
class SnapshotMarkTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 2);

    @TempDir
    Path folder;
    private Lake lake;
    private final List<Event> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        lake = Lake.at(folder.resolve("lake"));
        ingest("first", 1000);
    }

    private SnapshotId ingest(String name, int fish) {
        Path delivery = new HandMadeDelivery(folder.resolve(name)).farmer("F1", "G1").site("10001", 3)
                .stock("F1", "10001", DAY, DAY, fish).write();
        Ingest.run(new IngestOptions(delivery, lake, LocalDate.of(2026, 3, 8), false, 0.01), event -> { });
        return lake.currentId().orElseThrow();
    }

    private TidemarkServer serve() {
        return serve(0);
    }

    private TidemarkServer serve(int port) {
        KeptSigningKeys.into(folder.resolve("state"));
        return TidemarkServer.start(ConfigReader.read(null, Map.of(), Map.of("lake", lake.root().toString(),
                "state", folder.resolve("state").toString(), "server.port", Integer.toString(port),
                "query.keep-snapshot-seconds", "0")), events::add);
    }

    @Test
    void theMarkFollowsCurrent() throws InterruptedException {
        SnapshotId first = lake.currentId().orElseThrow();
        try (TidemarkServer server = serve()) {
            assertThat(lake.leases().open()).containsExactly(first);
            SnapshotId second = ingest("second", 2000);
            eventually().untilAsserted(() -> assertThat(lake.leases().open()).containsExactly(second));
            assertThat(server.snapshots().servedId()).contains(second.text());
        }
        assertThat(lake.leases().open()).isEmpty();
        assertThat(events).noneMatch(Event.SnapshotUnmarked.class::isInstance);
    }

    @Test
    void whereItCannotMarkItServesAndSaysSo() throws Exception {
        // no folder can be made where a file is
        Files.deleteIfExists(lake.root().resolve("leases"));
        Files.writeString(lake.root().resolve("leases"), "");
        try (TidemarkServer server = serve()) {
            assertThat(server.snapshots().servedId()).contains(lake.currentId().orElseThrow().text());
        }
        assertThat(events).filteredOn(Event.SnapshotUnmarked.class::isInstance).singleElement().asString()
                .contains("cannot mark snapshot");
    }

    @Test
    void aPortThatIsTakenIsSaidAndTheSnapshotIsLetGo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> serve(taken.getLocalPort())).isInstanceOf(ListenException.class);
        }
        assertThat(lake.leases().open()).isEmpty();
        assertThat(events).noneMatch(Event.SnapshotHeld.class::isInstance);
    }
}
