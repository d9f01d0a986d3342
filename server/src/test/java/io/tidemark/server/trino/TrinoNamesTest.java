package io.tidemark.server.trino;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.engine.SqlEngine.Trouble;
import java.net.ConnectException;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of types and schemas in Trino, and what its errors mean. */
class TrinoNamesTest {

    private static final TrinoFunctions FUNCTIONS = TrinoFunctions.shipped();

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
    void aSchemaBelongsToALakeASnapshotAndTheViews() {
        String name = schema("s3://a/lake", "20261122T152122.782Z", "SELECT 1");
        assertThat(name).matches("tidemark_[0-9a-f]{8}_20261122t152122_782z_[0-9a-f]{8}").isEqualTo(schema("s3://a/lake", "20261122T152122.782Z", "SELECT 1"));
        assertThat(List.of(name, schema("s3://b/lake", "20261122T152122.782Z", "SELECT 1"), schema("s3://a/lake", "20261122T152122.783Z", "SELECT 1"),
                schema("s3://a/lake", "20261122T152122.782Z", "SELECT 2"))).doesNotHaveDuplicates();
    }

    private static String schema(String location, String snapshot, String view) {
        TrinoSettings settings = new TrinoSettings(URI.create("http://localhost:1"), "lake", location, null,
                new TrinoSettings.Account("tidemark", null, null), null);
        return TrinoSchema.of(new SnapshotId(snapshot), settings, FUNCTIONS,
                List.of(new SnapshotView("v", view, SnapshotView.Held.NOT))).name();
    }

    @Test
    void errors() {
        assertThat(TrinoTrouble.of(new SQLException("syntax", "42000", 1))).isEqualTo(Trouble.NONE);
        assertThat(TrinoTrouble.of(new SQLException("EXCEEDED_GLOBAL_MEMORY_LIMIT", "", 131_073))).isEqualTo(Trouble.OVERLOADED);
        assertThat(TrinoTrouble.of(new SQLException("QUERY_QUEUE_FULL", "", 131_074))).isEqualTo(Trouble.OVERLOADED);
        assertThat(TrinoTrouble.of(new SQLException("NO_NODES_AVAILABLE", "", 65_541))).isEqualTo(Trouble.AWAY);
        assertThat(TrinoTrouble.of(new SQLException("Error executing query", new ConnectException("refused")))).isEqualTo(Trouble.AWAY);
        assertThat(TrinoTrouble.of(new SQLException("the result set is closed"))).isEqualTo(Trouble.NONE);
        assertThat(TrinoTrouble.of(new OutOfMemoryError())).isEqualTo(Trouble.OVERLOADED);
        assertThat(TrinoTrouble.of(new IllegalStateException("ours"))).isEqualTo(Trouble.NONE);
    }
}
