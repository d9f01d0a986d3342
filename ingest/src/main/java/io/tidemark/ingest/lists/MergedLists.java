package io.tidemark.ingest.lists;

import io.tidemark.ingest.authority.AuthorityFiles;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.load.ReadFiles;
import java.util.List;
import java.util.Map;

/**
 * The result of merging the lists and the register of the next snapshot into the staging tables {@code new_x}.
 * @param files     the canonical files, including shipped ones
 * @param authority files in the authority's own formats
 * @param failures  the failure of a table as a whole, by table
 * @param warnings  remarks for people
 */
public record MergedLists(ReadFiles files, AuthorityFiles authority, Map<SourceTable, String> failures, List<String> warnings) {

    /** Copies the collections. */
    public MergedLists {
        failures = Map.copyOf(failures);
        warnings = List.copyOf(warnings);
    }
}
