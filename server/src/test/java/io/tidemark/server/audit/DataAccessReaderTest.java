package io.tidemark.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The log of data accesses is searched by time over all of its files, in pages, and the search says when it had to end
 * early.
 */
final class DataAccessReaderTest {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2026-12-31T00:00:00Z");

    @TempDir
    Path folder;

    /**
     * A line a minute: number n is n minutes after the start. Of 90 lines the newest 30 are in the logs, 30 in a
     * compressed file of each, 30 in one that is not compressed yet. Every fifth line is of a refused request.
     */
    private DataAccessReader log(long most) throws IOException {
        for (LogFiles log : DataAccessLog.files(folder)) {
            boolean refused = log.name().equals("data-refused");
            Files.writeString(log.log(), text(60, refused));
            Path rotated = folder.resolve(log.name() + ".2026-03-01.10.log");
            LogFiles.write(new LogFiles.Rotated(rotated, "2026-03-01", 10), text(30, refused));
            Files.writeString(folder.resolve(log.name() + ".2026-03-01.9.log"), text(0, refused));
        }
        return new DataAccessReader(folder, most);
    }

    private static String text(int first, boolean refused) {
        return IntStream.range(first, first + 30).filter(n -> n % 5 == 0 == refused)
                .mapToObj(n -> "{\"time\":\"" + minute(n) + "\",\"n\":" + n + ",\"odd\":" + (n % 2 == 1)
                        + ",\"text\":\"" + "x".repeat(20_000) + "\"}\n").collect(Collectors.joining());
    }

    private static List<Integer> numbers(DataAccessReader.Found found) {
        return found.lines().stream().map(line -> line.get("n").asInt()).toList();
    }

    private static Instant minute(int n) {
        return START.plusSeconds(60L * n);
    }

    @ParameterizedTest(name = "minutes {0} to {1}, {2} skipped, {3} at most")
    @CsvSource({
        // first, end, skip, most, newest, oldest, more
        "0, 1000, 0, 3, 89, 87, true",
        "0, 1000, 3, 3, 86, 84, true",
        "0, 1000, 87, 3, 2, 0, false",
        "0, 1000, 0, 1000, 89, 0, false",
            // across two files, and in the oldest alone
        "58, 63, 0, 10, 62, 58, false",
        "5, 10, 0, 5, 9, 5, false",
        "5, 10, 1, 2, 8, 7, true"})
    void linesOfATimeArePaged(int first, int end, int skip, int most, int newest, int oldest, boolean more)
    throws IOException {
        DataAccessReader.Found found = log(1 << 22)
                .find(new DataAccessReader.Search(minute(first), minute(end), _ -> true, skip, most));

        assertThat(numbers(found)).isEqualTo(IntStream.rangeClosed(oldest, newest).mapToObj(n -> newest + oldest - n)
                .toList());
        assertThat(found.hasMore()).isEqualTo(more);
        assertThat(found.searchedBackTo()).isNull();
    }

    @Test
    void linesOfOneKindArePagedToo() throws IOException {
        DataAccessReader.Found found = log(1 << 22)
                .find(new DataAccessReader.Search(START, LAST, line -> line.get("odd").asBoolean(), 1, 2));
        assertThat(numbers(found)).containsExactly(87, 85);
        assertThat(found.hasMore()).isTrue();
    }

    @Test
    void nothingIsFoundInNoLog() throws IOException {
        DataAccessReader.Found found = new DataAccessReader(folder)
                .find(new DataAccessReader.Search(START, LAST, _ -> true, 0, 10));
        assertThat(found).isEqualTo(new DataAccessReader.Found(List.of(), false, null));
    }

    /** After 500 kB no third file is read: searches, each from where the one before ended, find every line once. */
    @Test
    void aSearchThatEndsEarlyIsContinuedWithoutGapOrRepeat() throws IOException {
        DataAccessReader reader = log(500_000);
        Instant end = LAST;
        List<Integer> all = new ArrayList<>();
        int searches = 0;
        for (; searches < 200 && end != null; searches++) {
            DataAccessReader.Found found = reader.find(new DataAccessReader.Search(START, end, line ->
                    line.get("odd").asBoolean(), 0, 1000));
            all.addAll(numbers(found));
            end = found.searchedBackTo();
        }
        assertThat(all).isEqualTo(IntStream.range(0, 45).mapToObj(n -> 89 - 2 * n).toList());
        assertThat(searches).isBetween(2, 5);
    }
}
