package io.tidemark.server.trino;

import io.tidemark.server.config.TrinoSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to Trino for one account. Passwords and tokens are passed as properties of the driver, because its
 * address is logged.
 */
record TrinoConnections(TrinoSettings settings, TrinoSettings.Account account) {

    private static final int PATIENCE_SECONDS = 5;
    private static final int MAX_STAGES = 500;

    /** Whether Trino answers a statement of this account. The driver's own check does not send the user. */
    boolean answer() {
        try (Connection connection = open(null); Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(PATIENCE_SECONDS);
            return statement.execute("SELECT 1");
        } catch (SQLException e) {
            return false;
        }
    }

    /** Opens a connection for one thread, which closes it. Nothing is sent before its first statement. */
    Connection open(@Nullable String schema) throws SQLException {
        Properties properties = new Properties();
        properties.put("user", account.user());
        properties.put("source", "tidemark");
        // sends statements with their values: a prepared statement would travel as a header with every request
        properties.put("explicitPrepare", "false");
        properties.put("timezone", "UTC");
        // Trino plans a common table expression once for each use: legacy v2 feeding has 192 stages
        properties.put("sessionProperties", settings.catalog() + ".timestamp_precision:"
                + TrinoTypes.TIMESTAMP_PRECISION + ";query_max_stage_count:" + MAX_STAGES);
        if (account.secrets().password() != null) {
            properties.put("password", account.secrets().password());
        }
        if (account.secrets().token() != null) {
            properties.put("accessToken", account.secrets().token());
        }
        if ("https".equals(settings.url().getScheme())) {
            properties.put("SSL", "true");
            if (settings.certificate() != null) {
                properties.put("SSLTrustStorePath", settings.certificate().toString());
            }
        }
        return DriverManager.getConnection("jdbc:trino://" + settings.url().getAuthority() + "/" + settings.catalog()
                + (schema == null ? "" : "/" + schema), properties);
    }
}
