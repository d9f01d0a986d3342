package io.tidemark.server.cli.console;

import java.time.LocalDate;
import java.time.ZoneId;

/** The current day in Norway, where the farms are. */
public final class Today {

    /** The time zone in which days begin and end. */
    public static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");

    private Today() {}

    /** The current day in Norway. */
    public static LocalDate inNorway() {
        return LocalDate.now(NORWAY);
    }
}
