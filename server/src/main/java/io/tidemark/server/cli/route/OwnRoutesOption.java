package io.tidemark.server.cli.route;

import io.tidemark.server.route.RouteCatalog;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for routes of the operator's own. */
public final class OwnRoutesOption {

    @Option(names = "--sql", order = 22, paramLabel = "FOLDER")
    @Nullable Path sql;

    /** The routes with those of the folder, if there is one. */
    public RouteCatalog catalog() {
        return RouteCatalog.load(sql);
    }
}
