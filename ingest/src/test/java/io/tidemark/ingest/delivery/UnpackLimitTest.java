package io.tidemark.ingest.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnpackLimitTest {

    // 200 times the size, between 64 MiB = 67,108,864 and 64 GiB = 68,719,476,736
    @ParameterizedTest
    @CsvSource({"0, 67108864", "335544, 67108864", "335545, 67109000", "1000000, 200000000", "343597383, 68719476600",
        "343597384, 68719476736", "9223372036854775807, 68719476736"})
    void growsWithTheFile(long packed, long most) {
        assertThat(UnpackLimit.of(packed).bytes()).isEqualTo(most);
    }

    @Test
    void lastByteAllowedAndNoMore() throws IOException {
        assertThat(guarded(5, 5).readAllBytes()).hasSize(5);
        assertThatThrownBy(() -> guarded(6, 5).readAllBytes()).isInstanceOf(UnpackLimit.Exceeded.class);
        try (InputStream in = guarded(6, 5)) {
            for (int i = 0; i < 5; i++) {
                assertThat(in.read()).isZero();
            }
            assertThatThrownBy(in::read).isInstanceOf(UnpackLimit.Exceeded.class);
        }
    }

    private static InputStream guarded(int bytes, long most) {
        return new UnpackLimit(most).guard(new ByteArrayInputStream(new byte[bytes]));
    }

    // what a test that may run as root cannot bring about
    @Test
    void whatKeptAFileFromBeingReadIsSaid() {
        List<IOException> problems = List.of(new AccessDeniedException("/srv/delivery/stock.csv"),
                new NoSuchFileException("/srv/delivery/stock.csv"), new ZipException("invalid block type"),
                new EOFException(), new IOException("Input/output error"));
        assertThat(problems).extracting(e -> BadFileException.of(e).getMessage()).containsExactly(
                "cannot be read: permission denied", "cannot be read: it is no longer there",
                "is not a whole gzip file: invalid block type", "is only the beginning of a gzip file",
                "cannot be read: Input/output error");
    }
}
