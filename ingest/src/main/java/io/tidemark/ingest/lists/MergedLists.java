package io.tidemark.ingest.lists;

import io.tidemark.ingest.authority.AuthorityFiles;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.load.ReadFiles;
import java.util.List;
import java.util.Map;

/**
 * The lists and the register of the next snapshot, in the staging tables {@code new_x}.
 * @param files     their canonical files, including shipped ones
 * @param authority the files in the authority's own formats
 * @param failures  failures of a table's files as a whole
 * @param warnings  what people should know
 */
public record MergedLists(ReadFiles files, AuthorityFiles authority, Map<SourceTable, String> failures, List<String> warnings) {

    /** Copies the collections. */
    public MergedLists {
        failures = Map.copyOf(failures);
        warnings = List.copyOf(warnings);
    }
}
