package io.tidemark.ingest.read;

import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A column with which replication tools mark rows that were deleted at their source, and keep them. Such rows are left
 * out; the macro says_deleted in sql/ingest knows the marks.
 */
final class DeletedMark {

    /** The reason, among the rows that are not read, of those that are left out. */
    static final String DELETED = "is marked as deleted";

    private static final String MEANING = "mark of a deleted row";
    // its letters may stand in SQL
    private static final Pattern NAME = Pattern.compile("_*(is_?)?deleted(_(at|on|date))?|_[a-z_]+_deleted(_at)?"
            + "|_change_type");

    private DeletedMark() {}

    /** The column, if its name says so. */
    static Optional<SourceColumn> of(String name) {
        return NAME.matcher(name).matches() ? Optional.of(new SourceColumn(name, ReadType.TEXT,
                SourceColumn.Presence.OPTIONAL, name, name, MEANING, null, name)) : Optional.empty();
    }

    /** Whether a column is one. */
    static boolean is(SourceColumn column) {
        return column.meaning().equals(MEANING);
    }

    /** SQL: whether a row is left out or refused for its mark. */
    static String isBad(SourceColumn column) {
        return "says_deleted(" + column.name() + ") IS DISTINCT FROM false";
    }

    /** SQL: why. */
    static String reason(String value) {
        return "CASE WHEN says_deleted(" + value + ") THEN '" + DELETED
                + "' ELSE 'does not say whether the row is deleted: must be true, false, a time or empty' END";
    }
}
