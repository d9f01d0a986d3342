package io.tidemark.ingest.authority;

import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.TableFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The formats of authority files that are read as published. */
public final class AuthorityFormats {

    /**
     * All formats, in the order in which a file is tested: reports by site have columns named as the statistics by
     * county, too.
     */
    private static final List<AuthorityFormat> ALL = Stream.concat(Stream.of(ProductionAreaOutlines.FORMAT),
            TableFormat.all().stream()).toList();

    private AuthorityFormats() {}

    /**
     * The format of a file; empty for any other file, including binary and unreadable ones.
     *
     * @param stop called from time to time; throws to stop reading
     */
    public static Optional<AuthorityFormat> detect(Path file, Runnable stop) {
        return FileHead.of(file, stop).flatMap(head -> ALL.stream().filter(format -> format.beginning().test(head))
                .findFirst());
    }

    /** All of them. */
    public static List<AuthorityFormat> all() {
        return ALL;
    }
}
