package io.tidemark.data.verify;

/**
 * A published file whose bytes are not the published ones.
 *
 * @param file    the file
 * @param problem what is wrong with it
 */
public record DamagedFile(PublishedFile file, String problem) {

    /**
     * Whether it is a record, such as a manifest: what it names could not be looked at. Other files are Parquet files.
     */
    public boolean isRecord() {
        return !file.path().endsWith(".parquet") && !file.path().startsWith(LakeScrub.COPY);
    }

    /** Whether this process may not read it, so that nobody knows whether it is damaged. */
    public boolean isDenied() {
        return problem.contains("permission denied");
    }

    /** The file, where it is and what is wrong with it, for people. */
    public String words() {
        if (file.owners().isEmpty()) {
            return file.path() + ": " + problem;
        }
        return file.path() + " " + problem + "; it is in " + file.place();
    }
}
