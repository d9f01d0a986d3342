package io.tidemark.server.cli.query;

import io.tidemark.server.cli.console.Today;
import io.tidemark.server.cli.route.OwnRoutesOption;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that ask routes of a lake: which snapshot, on which day, and with which routes. */
final class AskedLakeOptions {

    @Option(names = "--snapshot", order = 20, paramLabel = "ID")
    @Nullable String id;

    @Option(names = "--today", order = 21, paramLabel = "DATE")
    @Nullable LocalDate day;

    @Mixin
    OwnRoutesOption own = new OwnRoutesOption();

    /** The current day. */
    LocalDate today() {
        return day == null ? Today.inNorway() : day;
    }
}
