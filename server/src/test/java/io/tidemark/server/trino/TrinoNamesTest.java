package io.tidemark.server.trino;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.engine.SqlEngine.Trouble;
import java.net.ConnectException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of types and schemas in Trino, and what its errors mean. */
class TrinoNamesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bigint             | BIGINT
            varchar            | VARCHAR
            varchar(12)        | VARCHAR
            decimal(38,12)     | DECIMAL(38,12)
            timestamp(3)       | TIMESTAMP
            array(integer)     | INTEGER[]
            array(varchar(3))  | VARCHAR[]
            date               | DATE
            """)
    void types(String trino, String duckdb) {
        assertThat(TrinoTypes.duckName(trino)).isEqualTo(duckdb);
    }

    @Test
    void aSchemaBelongsToALakeASnapshotItsContentAndTheProgram() {
        TrinoSchema schemas = TrinoSchema.of("s3://a/lake", "SELECT 1");
        Snapshot snapshot = snapshot("20261122T152122.782Z", 1);
        assertThat(schemas.name(snapshot)).matches("tidemark_[0-9a-f]{8}_20261122t152122_782z_[0-9a-f]{8}_[0-9a-f]{8}")
                .isEqualTo(schemas.name(snapshot("20261122T152122.782Z", 1)));
        assertThat(List.of(schemas.name(snapshot), TrinoSchema.of("s3://b/lake", "SELECT 1").name(snapshot),
                TrinoSchema.of("s3://a/lake", "SELECT 2").name(snapshot),
                schemas.name(snapshot("20261122T152122.783Z", 1)),
                // published again with other files; and two folders whose names differ in what a schema's cannot say
                schemas.name(snapshot("20261122T152122.782Z", 2)), schemas.name(snapshot("own.1", 1)),
                schemas.name(snapshot("own_1", 1)),
                // published with a ledger, and with another one
                schemas.name(released("20261122T152122.782Z", "ab")),
                schemas.name(released("20261122T152122.782Z", "cd"))))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            20261122T152122.782Z | 20261122T152122.782Z | false
            20261122T152122.782Z | 20261122T152122.783Z | true
            own                  | own                  | false
            """)
    void aSchemaIsOldWhenItsSnapshotIsGone(String made, String present, boolean old) {
        TrinoSchema schemas = TrinoSchema.of("s3://a/lake", "SELECT 1");
        String schema = schemas.name(snapshot(made, 1));
        assertThat(schemas.isOld(schema, Stream.of(new SnapshotId(present)))).isEqualTo(old);
        assertThat(TrinoSchema.of("s3://b/lake", "SELECT 1").isOld(schema, Stream.of(new SnapshotId(present))))
                .isFalse();
        assertThat(schemas.isOld("somebody_elses", Stream.of(new SnapshotId(present)))).isFalse();
    }

    private static Snapshot snapshot(String id, int minute) {
        return new Snapshot(new SnapshotId(id), Path.of("none"), new Manifest(Manifest.FORMAT_VERSION, id,
                Instant.EPOCH.plusSeconds(60L * minute), null, null, null, new TreeMap<>(), List.of()));
    }

    private static Snapshot released(String id, String sha256) {
        Snapshot snapshot = snapshot(id, 1);
        return new Snapshot(snapshot.id(), snapshot.folder(),
                snapshot.manifest().with(new Manifest.LedgerMark(1, sha256, null, 0, 0)));
    }

    @Test
    void errors() {
        assertThat(TrinoErrors.of(new SQLException("syntax", "42000", 1))).isEqualTo(Trouble.NONE);
        assertThat(TrinoErrors.of(new SQLException("EXCEEDED_GLOBAL_MEMORY_LIMIT", "", 131_073)))
                .isEqualTo(Trouble.OVERLOADED);
        assertThat(TrinoErrors.of(new SQLException("QUERY_QUEUE_FULL", "", 131_074))).isEqualTo(Trouble.OVERLOADED);
        assertThat(TrinoErrors.of(new SQLException("NO_NODES_AVAILABLE", "", 65_541))).isEqualTo(Trouble.AWAY);
        assertThat(TrinoErrors.of(new SQLException("Error executing query", new ConnectException("refused"))))
                .isEqualTo(Trouble.AWAY);
        assertThat(TrinoErrors.of(new SQLException("the result set is closed"))).isEqualTo(Trouble.NONE);
        assertThat(TrinoErrors.of(new OutOfMemoryError())).isEqualTo(Trouble.OVERLOADED);
        assertThat(TrinoErrors.of(new IllegalStateException("ours"))).isEqualTo(Trouble.NONE);
    }
}
