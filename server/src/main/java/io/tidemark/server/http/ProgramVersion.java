package io.tidemark.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The program's version, as recorded by its build. */
public final class ProgramVersion {

    private static final Properties BUILT = read();

    /** The version, such as {@code 1.2.0}. */
    public static final String TEXT = built("version");

    private ProgramVersion() {}

    /** The text of {@code tidemark --version}: version, commit, JDK and DuckDB. */
    public static String words() {
        return "tidemark " + TEXT + " (commit " + built("commit") + ", JDK " + Runtime.version() + ", DuckDB "
                + built("duckdb") + ")";
    }

    private static String built(String name) {
        return Objects.requireNonNull(BUILT.getProperty(name), name);
    }

    private static Properties read() {
        try (InputStream in = Objects.requireNonNull(ProgramVersion.class.getResourceAsStream("version.properties"))) {
            Properties built = new Properties();
            built.load(in);
            return built;
        } catch (IOException e) {
            throw new UncheckedIOException("the program's version cannot be read", e);
        }
    }
}
