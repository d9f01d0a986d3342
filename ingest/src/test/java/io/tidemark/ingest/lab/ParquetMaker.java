package io.tidemark.ingest.lab;

import io.tidemark.data.duckdb.SqlLiteral;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/** Parquet files for tests, good ones and such as no program writes. */
public final class ParquetMaker {

    private static final int END_BYTES = 8;

    private ParquetMaker() {}

    /** Writes that many rows of those columns, in one group up to 122,880; {@code range} is the row's number from 0. */
    public static void write(Path file, long rows, String columns) throws IOException {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckdb.createStatement()) {
            sql.execute("COPY (SELECT " + columns + " FROM range(" + rows + ")) TO " + SqlLiteral.of(file)
                    + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)");
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /** Puts another footer behind the same pages. */
    public static void changeFooter(Path file, Consumer<FileMetaData> change) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int length = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(whole.length - END_BYTES);
        int begin = whole.length - END_BYTES - length;
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(whole, begin, length));
        change.accept(footer);
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, changed);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(whole, 0, begin);
        changed.writeTo(out);
        out.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(changed.size()).array());
        out.write(whole, whole.length - 4, 4);
        Files.write(file, out.toByteArray());
    }
}
