package io.tidemark.data.verify;

/**
 * A published file whose bytes are not the published ones.
 *
 * @param file    the file
 * @param problem what is wrong with it
 */
public record DamagedFile(PublishedFile file, String problem) {

    /** The file, where it is and what is wrong with it, for people. */
    public String words() {
        return file.path() + " " + problem + "; it is in " + file.place();
    }
}
