package io.tidemark.ingest.authority;

import io.tidemark.ingest.authority.register.SiteRegister;
import io.tidemark.ingest.check.FileResult;
import java.util.List;

/**
 * The files of a delivery in the authority's own formats, after reading; their content is in the staging tables.
 * @param files   files of a known format, and unreadable files
 * @param ignored the paths of all other files
 */
public record AuthorityFiles(List<AuthorityFile> files, List<String> ignored) {

    /** Copies the lists. */
    public AuthorityFiles {
        files = List.copyOf(files);
        ignored = List.copyOf(ignored);
    }

    /** Whether one of the files is a site register. */
    public boolean hasRegister() {
        return files.stream().anyMatch(file -> file.failure() == null && file.table().equals(SiteRegister.FORMAT.table()));
    }

    /** The results of the files. */
    public List<FileResult> results() {
        return files.stream().map(AuthorityFile::result).toList();
    }
}
