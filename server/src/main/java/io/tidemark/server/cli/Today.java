package io.tidemark.server.cli;

import java.time.LocalDate;
import java.time.ZoneId;

/** The current day where the farms are. */
final class Today {

    private Today() {}

    static LocalDate inNorway() {
        return LocalDate.now(ZoneId.of("Europe/Oslo"));
    }
}
