package io.tidemark.server.cli;

import java.time.LocalDate;
import java.time.ZoneId;

/** The current day where the farms are. */
final class Today {

    /** Where days begin and end. */
    static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");

    private Today() {}

    static LocalDate inNorway() {
        return LocalDate.now(NORWAY);
    }
}
