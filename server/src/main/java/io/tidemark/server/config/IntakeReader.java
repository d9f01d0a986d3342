package io.tidemark.server.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the settings of {@link ServerConfig.Intake}. */
final class IntakeReader {

    private static final long MEGABYTE = 1 << 20;
    private static final int MOST_MB = 100_000_000;
    /** Helidon's limit of a body is an int. */
    private static final int LARGEST_PART_MB = 1024;

    private IntakeReader() {}

    /** Reads the settings; null if uploads are off. They need a port of their own and the folder. */
    static ServerConfig.@Nullable Intake read(SettingValues values, ServerConfig.Http http) {
        Integer port = values.numberOrNone(Setting.INTAKE_PORT, 0, 65_535);
        String folder = values.text(Setting.INTAKE_FOLDER);
        ServerConfig.Intake intake = new ServerConfig.Intake(port == null ? 0 : port, Path.of(folder),
                Math.toIntExact(values.number(Setting.INTAKE_PART, 1, LARGEST_PART_MB) * MEGABYTE),
                values.number(Setting.INTAKE_FILE, 1, MOST_MB) * MEGABYTE, values.number(Setting.INTAKE_DAILY, 1, MOST_MB) * MEGABYTE,
                values.number(Setting.INTAKE_FILES, 1, 1_000_000), values.number(Setting.INTAKE_UNFINISHED, 1, 10_000),
                values.number(Setting.INTAKE_WAITING, 1, 10_000),
                values.number(Setting.INTAKE_FREE, 0, MOST_MB) * MEGABYTE, values.number(Setting.INTAKE_CONCURRENT, 1, 1000),
                values.number(Setting.INTAKE_REQUESTS, 1, 1_000_000), values.seconds(Setting.INTAKE_TIME, 1, 3600));
        if (port == null) {
            return null;
        }
        if (port != 0 && port == http.port()) {
            values.mistake(Setting.INTAKE_PORT, "must be another than " + Setting.PORT.key());
        }
        if (folder.isEmpty()) {
            values.mistake(Setting.INTAKE_FOLDER, "must name the watched folder, since " + Setting.INTAKE_PORT.key() + " is set");
        }
        return intake;
    }
}
