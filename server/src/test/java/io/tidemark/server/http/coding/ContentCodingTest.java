package io.tidemark.server.http.coding;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which coding a client gets, and answers that are compressed while they are sent. */
class ContentCodingTest {

    @ParameterizedTest(name = "{0} gets {1}")
    @CsvSource(delimiter = '|', textBlock = """
            gzip                                  | GZIP
            GZip                                  | GZIP
            x-gzip                                | GZIP
            zstd                                  | ZSTD
            gzip, deflate, br, zstd               | ZSTD
            gzip, deflate, br                     | GZIP
            gzip;q=1.0, zstd;q=0.9                | GZIP
            gzip;q=0.5                            | GZIP
            gzip;q=0.5, identity                  | IDENTITY
            gzip;q=0.5, identity;q=0.5            | GZIP
            *                                     | ZSTD
            *;q=0.1                               | ZSTD
            zstd;q=0, *                           | GZIP
            zstd;q=0, gzip;q=0, *                 | IDENTITY
            gzip;q=0.5, *;q=0.4                   | GZIP
            gzip;q=0.5, *;q=0.8                   | ZSTD
            identity;q=0, gzip                    | GZIP
            identity;q=0                          | IDENTITY
            *;q=0                                 | IDENTITY
            gzip;q=0                              | IDENTITY
            br, deflate                           | IDENTITY
            identity                              | IDENTITY
            ''                                    | IDENTITY
            """)
    void theAcceptEncodingHeader(String header, ContentCoding expected) {
        assertThat(ContentCoding.accepted(List.of(header))).isEqualTo(expected);
    }

    @Test
    void severalLinesAndNone() {
        assertThat(ContentCoding.accepted(List.of())).isEqualTo(ContentCoding.IDENTITY);
        assertThat(ContentCoding.accepted(List.of("gzip", "zstd"))).isEqualTo(ContentCoding.ZSTD);
        assertThat(ContentCoding.values()).extracting(ContentCoding::wireName)
                .containsExactly("identity", "gzip", "zstd");
    }

    @ParameterizedTest
    @EnumSource
    void aStreamIsReadBackAsItWasWritten(ContentCoding coding) throws IOException {
        byte[] text = "{\"year_week\":\"2026-W09\"}\n".repeat(5_000).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = StreamedCoding.over(bytes, coding)) {
            out.write(text);
        }

        assertThat(decoded(bytes.toByteArray(), coding)).isEqualTo(text);
        if (coding == ContentCoding.IDENTITY) {
            assertThat(bytes.toByteArray()).isEqualTo(text);
        } else {
            assertThat(bytes.size()).isLessThan(text.length / 20);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFlushSendsWhatWasWritten(ContentCoding coding) throws IOException {
        byte[] text = "a row\n".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = StreamedCoding.over(bytes, coding)) {
            out.write(text);
            out.flush();

            try (InputStream in = reader(bytes.toByteArray(), coding)) {
                assertThat(in.readNBytes(text.length)).isEqualTo(text);
            }
        }
    }

    static byte[] decoded(byte[] bytes, ContentCoding coding) throws IOException {
        try (InputStream in = reader(bytes, coding)) {
            return in.readAllBytes();
        }
    }

    private static InputStream reader(byte[] bytes, ContentCoding coding) throws IOException {
        InputStream in = new ByteArrayInputStream(bytes);
        return switch (coding) {
            case IDENTITY -> in;
            case GZIP -> new GZIPInputStream(in);
            case ZSTD -> new ZstdInputStream(in);
        };
    }
}
