package io.tidemark.ingest.check;

import java.util.List;

/**
 * What a file takes away from the lake, since it replaces what it lacks, or changes so much that it must be meant.
 *
 * @param file      its number among the farmers' files; 0 for any of the table
 * @param table     its table or format
 * @param isTooMuch whether it fails its delivery unless that is meant
 * @param text      what it takes away, for people
 */
public record Correction(int file, String table, boolean isTooMuch, String text) {

    /** Why a file with such texts is refused. */
    static String refusal(List<String> texts) {
        String all = String.join("; ", texts);
        return all + (all.endsWith("?") ? " " : ". ") + "Correct the file, or say --replace if it is meant";
    }
}
