package io.tidemark.ingest.authority;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.staging.StagingDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * An authority's file as an ingest reads it into its staging tables.
 *
 * @param file what was read
 * @param rows the rows of a query over the tables, values separated by blanks, - for none
 */
public record StagedFile(AuthorityFile file, List<String> rows) {

    /** Reads a file beside an empty lake in that folder, and asks a query; today is 30 June 2026. */
    public static StagedFile of(Path lake, Path path, String query) {
        DeliveredFile delivered = new DeliveredFile(path, "authority/" + path.getFileName(), DeliveryPart.AUTHORITY,
                null, "", DeliveredFile.Packing.PLAIN);
        try (StagedSnapshot staged = Lake.at(lake).stage(Instant.EPOCH);
                StagingDatabase staging = StagingDatabase.open(staged, LocalDate.of(2026, 6, 30), 0)) {
            AuthorityFile file = new AuthorityReader(staging, false).read(List.of(delivered)).files().getFirst();
            return new StagedFile(file, staging.session().list(query, row -> {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    String value = row.getString(i);
                    values.add(value == null ? "-" : value);
                }
                return String.join(" ", values);
            }));
        }
    }

    /** The rejected rows. */
    public List<RowFault> faults() {
        return file.faults();
    }

    /** The remarks. */
    public List<String> notes() {
        return file.notes();
    }

    /** Why the file as a whole cannot be read; empty if it can. */
    public String failure() {
        return file.failure() == null ? "" : file.failure();
    }
}
