package io.tidemark.ingest.check;

import static io.tidemark.ingest.contract.SourceTables.FARMERS;
import static io.tidemark.ingest.contract.SourceTables.LOSS_CATEGORIES;
import static io.tidemark.ingest.contract.SourceTables.MARINE_TYPES;
import static io.tidemark.ingest.contract.SourceTables.MARINE_TYPE_REGIONS;
import static io.tidemark.ingest.contract.SourceTables.PLATFORM_AREAS;
import static io.tidemark.ingest.contract.SourceTables.PRODUCTION_AREA;
import static io.tidemark.ingest.contract.SourceTables.SITE;
import static io.tidemark.ingest.contract.SourceTables.SPECIES;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.load.LoadedFile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a checked file fails its delivery. Rows of other companies' sites do not count: otherwise one wrong
 * site would block the rest of the delivery.
 */
public final class FileVerdict {

    // an empty file of these would empty the lake's list
    private static final Set<SourceTable> NEVER_EMPTY = Set.of(FARMERS, PLATFORM_AREAS, LOSS_CATEGORIES, MARINE_TYPES,
            MARINE_TYPE_REGIONS, SPECIES, SITE, PRODUCTION_AREA);

    private final BigDecimal maxRejectRate;

    public FileVerdict(double maxRejectRate) {
        this.maxRejectRate = BigDecimal.valueOf(maxRejectRate);
    }

    /** The result of a file with its bad rows counted; {@code failure} is a failure found elsewhere, or null. */
    public FileResult on(LoadedFile file, RejectedRows rejectedRows, @Nullable String failure) {
        long rejected = rejectedRows.count(file);
        String own = file.failure() != null ? file.failure() : failure != null
                ? failure : ofRows(file.table(), file.read(),
                rejected);
        long sites = rejectedRows.othersSites(file);
        long ofOthers = rejectedRows.ofOthersSites(file);
        List<String> notes = new ArrayList<>(file.notes());
        if (sites > 0) {
            notes.add(ofOthers + (ofOthers == 1 ? " row of " : " rows of ")
                    + (sites == 1 ? "a site that is" : sites + " sites that are")
                    + " not this company's were rejected; they fail no delivery");
        }
        return new FileResult(file.file(), file.table().name(), file.sha256(), file.read(), rejected + ofOthers,
                rejected + sites, notes(notes, file.read(), own), own, file.seconds(), rejectedRows.of(file));
    }

    /** The result, failed if too many of its rows are bad. */
    public FileResult on(FileResult result) {
        String failure = result.failure() != null ? result.failure() : tooMany(result.read(), result.rejected());
        return new FileResult(result.file(), result.table(), result.sha256(), result.read(), result.rejected(),
                result.listed(), notes(result.notes(), result.read(), failure), failure, result.seconds(),
                result.badRows());
    }

    private static List<String> notes(List<String> notes, long read, @Nullable String failure) {
        return read > 0 || failure != null ? notes : Stream.concat(notes.stream(), Stream.of("has no rows")).toList();
    }

    private @Nullable String ofRows(SourceTable table, long read, long rejected) {
        if (read == 0 && NEVER_EMPTY.contains(table)) {
            return "has no rows; it would leave the lake without " + table.name();
        }
        return tooMany(read, rejected);
    }

    private @Nullable String tooMany(long read, long rejected) {
        boolean tooMany = BigDecimal.valueOf(rejected).compareTo(maxRejectRate.multiply(BigDecimal.valueOf(read))) > 0;
        return tooMany ? rejected + " of " + read + " rows are bad, more than "
                + maxRejectRate.movePointRight(2).stripTrailingZeros().toPlainString() + " %" : null;
    }
}
