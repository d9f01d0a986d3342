package io.tidemark.server.trino;

import io.tidemark.server.route.PreludeCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The project's functions as Trino has them: the same calls and values as on DuckDB. */
@Tag("trino")
@SuppressWarnings("NullAway.Init") // set before all tests
class TrinoPreludeTest {

    private static final TrinoFunctions FUNCTIONS = TrinoFunctions.shipped();

    private static TrinoCluster cluster;
    private static Connection connection;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException, SQLException {
        cluster = TrinoCluster.start(folder, 0);
        connection = DriverManager.getConnection(cluster.url().replace("http:", "jdbc:trino:") + "/lake?user=tidemark");
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        cluster.close();
    }

    static Stream<PreludeCalls.Call> calls() {
        return PreludeCalls.of("ARRAY[", "]");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void functions(PreludeCalls.Call call) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(FUNCTIONS.before("SELECT " + call.sql()))) {
            row.next();
            call.check(row.getObject(1));
        }
    }
}
