package io.tidemark.ingest.read;

import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.read.CsvCopy.UnreadRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds characters that JSON and Parquet texts may have but CSV may not: a NUL, and half of a surrogate pair, which
 * UTF-8 cannot express.
 */
final class NoCharacter {

    private NoCharacter() {}

    /** The fault of a row with such a value; the message shows it with escapes. */
    static Optional<UnreadRow> in(long line, List<String> columns, List<@Nullable String> values) {
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            if (value != null && value.codePoints().anyMatch(NoCharacter::is)) {
                return Optional.of(new UnreadRow(line, columns.get(i), DisplayText.of(value),
                        value.indexOf('\0') >= 0 ? "holds a NUL character"
                        : "holds half of a surrogate pair, which is no character"));
            }
        }
        return Optional.empty();
    }

    private static boolean is(int codePoint) {
        return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
    }
}
