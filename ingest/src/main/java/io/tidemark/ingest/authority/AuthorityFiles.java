package io.tidemark.ingest.authority;

import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.check.FileResult;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a delivery in the authority's own formats, after reading; their content is in the staging tables.
 * @param files   those of a known format, or that cannot be read
 * @param ignored the others, if they are only to be reported: by path, why they are of no known format
 */
public record AuthorityFiles(List<AuthorityFile> files, SortedMap<String, String> ignored) {

    /** The format of a site register. */
    public static final String REGISTER = "site register";

    /** Copies the lists. */
    public AuthorityFiles {
        files = List.copyOf(files);
        ignored = Collections.unmodifiableSortedMap(new TreeMap<>(ignored));
    }

    /** Whether one of the files is a site register. */
    public boolean hasRegister() {
        return has(REGISTER);
    }

    /** Whether one of the files has outlines of production areas. */
    public boolean hasOutlines() {
        return has(ProductionAreaOutlines.FORMAT.table());
    }

    /** Whether one of the files has this format. */
    public boolean has(String format) {
        return files.stream().anyMatch(file -> file.failure() == null && file.table().equals(format));
    }

    /** The results of the files. */
    public List<FileResult> results() {
        return files.stream().map(AuthorityFile::result).toList();
    }
}
