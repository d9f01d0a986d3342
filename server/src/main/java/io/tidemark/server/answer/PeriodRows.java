package io.tidemark.server.answer;

import io.tidemark.server.format.AnswerShape;
import io.tidemark.server.format.DataBody;
import io.tidemark.server.format.TextRows;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.http.coding.StreamedCoding;
import io.tidemark.server.query.QueryRows;
import io.tidemark.server.query.ResultCache;
import io.tidemark.server.route.contract.RouteContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a route for all periods, encoded once as lines of CSV or NDJSON, with a day of each row's period. An
 * answer for a window is cut out of them; JSON is cut out of NDJSON. Immutable, thread-safe.
 */
public final class PeriodRows implements ResultCache.Entry {

    /** The rows of more bytes are not kept: one combination must not take the whole cache. */
    private static final int MAX_BYTES = 64 << 20;

    /**
     * A window of whole periods, both days included.
     *
     * @param first first day of the first period
     * @param last  last day of the last period
     */
    public record Window(LocalDate first, LocalDate last) {}

    private final RouteContract route;
    private final byte[] header;
    private final byte[] lines;
    /** The end of each row in {@link #lines}. */
    private final int[] ends;
    /** A day of each row's period, days since 1970. */
    private final int[] days;
    /** The rows that show a benchmark value. */
    private final BitSet benchmark;

    private PeriodRows(RouteContract route, byte[] header, byte[] lines, int[] ends, int[] days,
            BitSet benchmark) {
        this.route = route;
        this.header = header;
        this.lines = lines;
        this.ends = ends;
        this.days = days;
        this.benchmark = benchmark;
    }

    /**
     * Encodes all rows.
     *
     * @throws IOException if they are too many to be kept
     */
    static PeriodRows read(RouteContract route, QueryRows rows, AnswerShape shape) throws SQLException, IOException {
        String column = Objects.requireNonNull(route.slice());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        int[] ends = new int[1_024];
        int[] days = new int[1_024];
        int count = 0;
        BenchmarkColumns columns = BenchmarkColumns.of(route);
        BitSet benchmark = new BitSet();
        try (TextRows text = TextRows.over(bytes, route.fields(), shape)) {
            text.flush();
            byte[] header = bytes.toByteArray();
            bytes.reset();
            for (List<@Nullable Object> row = rows.next(); row != null; row = rows.next()) {
                if (count == ends.length) {
                    ends = Arrays.copyOf(ends, 2 * count);
                    days = Arrays.copyOf(days, 2 * count);
                }
                LocalDate day = rows.day(column);
                if (day == null) {
                    throw new IOException("a row has no " + column);
                }
                text.write(row);
                text.flush();
                benchmark.set(count, columns.isShownIn(row));
                days[count] = Math.toIntExact(day.toEpochDay());
                ends[count++] = bytes.size();
                if (bytes.size() > MAX_BYTES) {
                    throw new IOException("the rows of all periods take more than " + MAX_BYTES + " bytes");
                }
            }
            return new PeriodRows(route, header, bytes.toByteArray(), Arrays.copyOf(ends, count),
                    Arrays.copyOf(days, count), benchmark);
        }
    }

    /** The answer in JSON for a window, as the query would give it. */
    RouteAnswer.Json json(Window window, RowPage page) {
        Cut cut = Objects.requireNonNull(cut(window, page, Integer.MAX_VALUE));
        byte[] head = DataBody.head(route, cut.bytes(), cut.bytes().length, page.page(cut.read().hasMore()));
        return new RouteAnswer.Json(head, cut.read(), Map.of());
    }

    /** The answer in the format of these rows; null if it is too large for memory. */
    RouteAnswer.@Nullable Whole whole(Window window, RowPage page, ContentCoding coding) {
        Cut cut = cut(window, page, AnswerFile.IN_MEMORY - header.length);
        if (cut == null) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(header.length + cut.bytes().length);
        try (OutputStream coded = StreamedCoding.over(bytes, coding)) {
            coded.write(header);
            coded.write(cut.bytes());
        } catch (IOException e) {
            throw new UncheckedIOException("an answer in memory could not be written", e);
        }
        return new RouteAnswer.Whole(bytes.toByteArray(), null, coding, cut.read());
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Cut(byte[] bytes, RowPage.Read read) {}

    /** Whether a row lies before a window. */
    boolean beginBefore(Window window) {
        long first = window.first().toEpochDay();
        return Arrays.stream(days).anyMatch(day -> day < first);
    }

    // null if it has more bytes, which are not copied then
    private @Nullable Cut cut(Window window, RowPage page, int mostBytes) {
        int first = Math.toIntExact(window.first().toEpochDay());
        int last = Math.toIntExact(window.last().toEpochDay());
        int passing = 0;
        int shown = 0;
        int length = 0;
        boolean isShown = false;
        int[] rows = new int[Math.min(days.length, page.limit())];
        for (int row = 0; row < days.length; row++) {
            if (days[row] >= first && days[row] <= last && passing++ >= page.skipped() && shown < page.limit()) {
                isShown |= benchmark.get(row);
                rows[shown++] = row;
                length += ends[row] - start(row);
            }
        }
        page.check(passing);
        if (length > mostBytes) {
            return null;
        }
        byte[] bytes = new byte[length];
        int at = 0;
        for (int i = 0; i < shown; i++) {
            int size = ends[rows[i]] - start(rows[i]);
            System.arraycopy(lines, start(rows[i]), bytes, at, size);
            at += size;
        }
        return new Cut(bytes, new RowPage.Read(shown, passing > 0, passing > (long) page.skipped() + shown,
                page.benchmark().areHidden(passing > 0, shown, isShown)));
    }

    private int start(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }

    // one for all windows
    @Override
    public int parts() {
        return 4;
    }

    @Override
    public boolean isSlice() {
        return true;
    }

    @Override
    public long rows() {
        return days.length;
    }

    @Override
    public long bytes() {
        return lines.length + header.length + 8L * days.length + benchmark.size() / Byte.SIZE;
    }
}
