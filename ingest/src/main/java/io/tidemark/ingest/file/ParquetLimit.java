package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.UnpackLimit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;

/**
 * Checks a Parquet file's footer against its page headers, and both against the limits of a file of its size, before
 * any row is read. Without limits, twenty million rows fit into 884 bytes.
 */
public final class ParquetLimit {

    /** The minimum bytes of text per value: a digit and a comma. */
    private static final int MIN_TEXT = 2;
    private static final int MAX_FOOTER_BYTES = 16 << 20;
    private static final int MAX_LEVELS = 16;
    private static final int END_BYTES = 8;
    private static final String MAGIC = "PAR1";
    private static final String MAGIC_OF_ENCRYPTED = "PARE";

    private final FileChannel file;
    private final long size;
    private final UnpackLimit limit;
    private long unpacked;
    private long texts;

    private ParquetLimit(FileChannel file, long size) {
        this.file = file;
        this.size = size;
        limit = UnpackLimit.of(size);
    }

    /** Refuses a file that contradicts itself, or holds more than a real one of its size; returns its columns. */
    public static ParquetSchema check(Path path) throws IOException, BadFileException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ParquetLimit check = new ParquetLimit(file, file.size());
            FileMetaData footer = check.footer();
            check.check(footer);
            return ParquetSchema.of(footer.getSchema());
        }
    }

    /** Refuses texts longer than those of a real file of its size. */
    public static void checkTexts(Path path, long bytes) throws IOException {
        UnpackLimit.of(Files.size(path)).check(bytes);
    }

    private FileMetaData footer() throws IOException, BadFileException {
        if (size < END_BYTES + MAGIC.length()) {
            throw damaged("it is too short");
        }
        ByteBuffer end = ByteBuffer.allocate(END_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        readFully(end, size - END_BYTES);
        long length = Integer.toUnsignedLong(end.getInt(0));
        String magic = new String(end.array(), END_BYTES - MAGIC.length(), MAGIC.length(), StandardCharsets.US_ASCII);
        if (magic.equals(MAGIC_OF_ENCRYPTED)) {
            throw damaged("it is encrypted");
        }
        if (!magic.equals(MAGIC) || length > size - END_BYTES - MAGIC.length()) {
            throw damaged("it does not end as Parquet does");
        }
        if (length > MAX_FOOTER_BYTES) {
            throw damaged("its footer is larger than " + (MAX_FOOTER_BYTES >> 20) + " MiB");
        }
        try {
            return Util.readFileMetaData(at(size - END_BYTES - length), (int) length);
        } catch (IOException | RuntimeException e) {
            throw damaged("its footer is damaged", e);
        }
    }

    private void check(FileMetaData footer) throws IOException, BadFileException {
        List<Boolean> repeated = columns(footer.getSchema());
        long rows = 0;
        for (RowGroup group : footer.getRow_groups()) {
            if (group.getNum_rows() < 0 || group.getColumns().size() != repeated.size()) {
                throw damaged("a group of rows does not have the columns of its schema");
            }
            rows += group.getNum_rows();
            for (int i = 0; i < repeated.size(); i++) {
                check(group.getColumns().get(i), group.getNum_rows(), repeated.get(i));
            }
            limit.check(Math.max(unpacked, texts));
        }
        if (rows != footer.getNum_rows()) {
            throw damaged("it says that it has " + footer.getNum_rows() + " rows, and its parts say " + rows);
        }
    }

    /** Whether each column with values holds lists; the schema is a tree in pre-order. */
    private static List<Boolean> columns(List<SchemaElement> schema) throws BadFileException {
        List<Boolean> repeated = new ArrayList<>();
        Deque<int[]> open = new ArrayDeque<>(); // children still to come, and whether a parent repeats
        for (int i = 0; i < schema.size(); i++) {
            SchemaElement element = schema.get(i);
            int[] above = open.peek();
            if (i > 0 && above == null) {
                throw damaged("its schema is broken");
            }
            boolean repeats = (above != null && above[1] == 1)
                    || element.getRepetition_type() == FieldRepetitionType.REPEATED;
            if (above != null) {
                above[0]--;
            }
            if (element.getNum_children() > 0) {
                open.push(new int[] {element.getNum_children(), repeats ? 1 : 0});
            } else if (i > 0) {
                repeated.add(repeats);
            }
            if (open.size() > MAX_LEVELS) {
                throw damaged("it nests more than " + MAX_LEVELS + " levels of columns");
            }
            while (!open.isEmpty() && open.element()[0] == 0) {
                open.pop();
            }
        }
        if (!open.isEmpty()) {
            throw damaged("its schema is broken");
        }
        return repeated;
    }

    private void check(ColumnChunk chunk, long rows, boolean repeats) throws IOException, BadFileException {
        if (!chunk.isSetMeta_data() || chunk.isSetFile_path() || chunk.isSetCrypto_metadata()) {
            throw damaged("a column is encrypted, or in another file");
        }
        long values = chunk.getMeta_data().getNum_values();
        long first = chunk.getMeta_data().getData_page_offset();
        long dictionary = chunk.getMeta_data().getDictionary_page_offset();
        long begin = chunk.getMeta_data().isSetDictionary_page_offset() && dictionary > 0
                ? Math.min(first, dictionary) : first;
        long bytes = chunk.getMeta_data().getTotal_compressed_size();
        if (values < 0 || begin < 0 || bytes < 0 || bytes > size || begin > size - bytes) {
            throw damaged("a column lies outside of it");
        }
        if ((!repeats || rows == 0) && values != rows) {
            throw damaged("a column has " + values + " values in a group of " + rows + " rows");
        }
        if (rows == 0) {
            // no page is read; a writer may count the bytes of a dictionary that it did not write
            return;
        }
        long inPages = new ParquetPages(this::at, begin, begin + bytes).each(page -> {
            unpacked += page;
            limit.check(unpacked);
        });
        if (inPages != values) {
            throw damaged("a column says that it has " + values + " values, and its pages say " + inPages);
        }
        texts += values > limit.bytes() ? limit.bytes() + 1 : MIN_TEXT * values;
        limit.check(texts);
    }

    private InputStream at(long position) throws IOException {
        return Channels.newInputStream(file.position(position));
    }

    private void readFully(ByteBuffer target, long position) throws IOException {
        while (target.hasRemaining() && file.read(target, position + target.position()) >= 0) {
            // reads until the buffer is full
        }
    }

    static BadFileException damaged(String how) {
        return new BadFileException("cannot be read as Parquet: " + how);
    }

    static BadFileException damaged(String how, Exception cause) {
        return new BadFileException("cannot be read as Parquet: " + how, cause);
    }
}
