package io.tidemark.ingest.lists;

import io.tidemark.ingest.authority.AuthorityFiles;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.load.ReadFiles;
import java.util.List;
import java.util.Map;

/**
 * The lists and the register as they will be; in the staging tables {@code new_x}.
 *
 * @param files     the canonical files that they were made of, shipped ones too
 * @param authority the files in the authority's own formats
 * @param failures  what was found against the files of a table as a whole
 * @param warnings  what people should know
 */
public record MergedLists(ReadFiles files, AuthorityFiles authority, Map<SourceTable, String> failures, List<String> warnings) {

    /** Copies the collections. */
    public MergedLists {
        failures = Map.copyOf(failures);
        warnings = List.copyOf(warnings);
    }
}
