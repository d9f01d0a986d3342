package io.tidemark.server.http.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies whose head is compressed once and whose tail is added to it. */
class CodedBodyTest {

    private static final int[] HEADS = {0, 1, 999, 1_000, 70_000, 1_000_000};
    private static final int[] TAILS = {0, 1, 200, 65_535, 65_536, 70_000, 131_072, 131_073, 300_000};

    static Stream<Arguments> heads() {
        return Arrays.stream(HEADS).boxed().flatMap(size -> Stream.of(true, false).flatMap(random ->
                Arrays.stream(ContentCoding.values()).map(coding -> Arguments.of(coding, size, random))));
    }

    @ParameterizedTest(name = "{0}, a head of {1} bytes, random: {2}")
    @MethodSource("heads")
    void aHeadWithAnyTailIsReadBack(ContentCoding coding, int size, boolean random) throws IOException {
        byte[] head = bytes(size, random);
        CodedBody body = CodedBody.of(head, coding);

        assertThat(body.coding()).isEqualTo(size < 1_000 ? ContentCoding.IDENTITY : coding);
        for (int length : TAILS) {
            byte[] tail = bytes(length, true);
            assertThat(ContentCodingTest.decoded(body.with(tail), body.coding())).isEqualTo(concat(head, tail));
        }
        // a longer tail before leaves nothing behind
        assertThat(ContentCodingTest.decoded(body.with(new byte[] {7}), body.coding()))
                .isEqualTo(concat(head, new byte[] {7}));
    }

    /**
     * The command-line tools are other people's readers: they also check the lengths, the checksum and that nothing
     * follows.
     */
    @ParameterizedTest(name = "{0} reads a tail of {1} bytes")
    @CsvSource({"GZIP,0", "GZIP,200", "GZIP,300000", "ZSTD,0", "ZSTD,200", "ZSTD,300000"})
    void theToolsReadIt(ContentCoding coding, int length, @TempDir Path folder) throws IOException,
            InterruptedException {
        String tool = coding.wireName();
        assumeTrue(isOnPath(tool), () -> "no " + tool + " on this machine");
        byte[] head = bytes(1_000_000, false);
        byte[] tail = bytes(length, true);
        Path file = Files.write(folder.resolve("body"), CodedBody.of(head, coding).with(tail));
        Path out = folder.resolve("out");

        Process process = new ProcessBuilder(tool, "-d", "-c").redirectInput(file.toFile()).redirectOutput(out.toFile())
                .redirectError(folder.resolve("err").toFile()).start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(folder.resolve("err"))).isEmpty();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.readAllBytes(out)).isEqualTo(concat(head, tail));
    }

    private static boolean isOnPath(String tool) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    @ParameterizedTest
    @EnumSource
    void itHoldsTheCompressedHeadAndNotMore(ContentCoding coding) {
        CodedBody body = CodedBody.of(bytes(1_000_000, false), coding);

        // without a tail: a gzip's empty block and trailer, a frame's empty block
        int end = switch (coding) {
            case IDENTITY -> 0;
            case GZIP -> 5 + 8;
            case ZSTD -> 3;
        };
        assertThat(body.with(new byte[0])).hasSize(body.bytes() + end);
        assertThat(body.with(new byte[200])).hasSize(body.bytes() + end + 200);
        assertThat(body.bytes()).isBetween(1, coding == ContentCoding.IDENTITY ? 1_000_000 : 200_000);
    }

    // worked out by hand from RFC 8878: 65,536 bytes in one raw block, which is the last, are 65536 << 3 | 1 = 0x080001
    @Test
    void aTailIsARawBlockOfZstandard() {
        CodedBody body = CodedBody.of(bytes(1_000, false), ContentCoding.ZSTD);
        byte[] all = body.with(new byte[65_536]);

        assertThat(Arrays.copyOfRange(all, body.bytes(), body.bytes() + 3)).containsExactly(0x01, 0x00, 0x08);
        assertThat(Arrays.copyOf(all, 4)).containsExactly(0x28, 0xb5, 0x2f, 0xfd);
        // neither a single segment nor a checksum nor a dictionary
        assertThat(all[4] & 0b0010_0111).isZero();
    }

    @Test
    void gzipIsOneMember() throws IOException {
        byte[] head = bytes(70_000, false);
        byte[] all = CodedBody.of(head, ContentCoding.GZIP).with(bytes(200, true));

        try (ByteArrayInputStream in = new ByteArrayInputStream(concat(all, new byte[] {1, 2, 3}));
                GZIPInputStream gzip = new GZIPInputStream(in, 1)) {
            assertThat(gzip.readNBytes(70_200)).hasSize(70_200);
        }
        // a member's length, little-endian, are its last four bytes: 70,200 = 0x011238
        assertThat(Arrays.copyOfRange(all, all.length - 4, all.length)).containsExactly(0x38, 0x12, 0x01, 0x00);
    }

    @Test
    void aChecksumGoesOnWhereAnotherEnded() {
        // the check value of CRC-32 in every catalog: "123456789" gives CBF43926
        assertThat(Crc32Sum.continued(0, "123456789".getBytes(StandardCharsets.UTF_8))).isEqualTo(0xCBF43926);
        byte[] all = bytes(1_000, true);
        CRC32 whole = new CRC32();
        whole.update(all);
        for (int cut : new int[] {0, 1, 500, 999, 1_000}) {
            CRC32 first = new CRC32();
            first.update(all, 0, cut);
            assertThat(Crc32Sum.continued((int) first.getValue(), Arrays.copyOfRange(all, cut, 1_000)))
                    .isEqualTo((int) whole.getValue());
        }
    }

    private static byte[] bytes(int size, boolean random) {
        byte[] bytes = new byte[size];
        Random source = new Random(size);
        if (random) {
            source.nextBytes(bytes);
        } else {
            for (int i = 0; i < size; i++) {
                bytes[i] = (byte) ("{\"week\":\"2026-W09\",\"v\":0123456789")
                        .charAt(i % 23 < 20 ? i % 23 : 23 + source.nextInt(10));
            }
        }
        return bytes;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }
}
