package io.tidemark.server.answer;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.DataBody;
import io.tidemark.server.format.ParquetAnswer;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.format.TextRows;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.http.coding.StreamedCoding;
import io.tidemark.server.query.QueryRows;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a route's answer from its rows, in the requested format. */
public final class AnswerReader {

    private static final int PARQUET_MEMORY_MB = 256;

    private final RouteContract route;
    private final RowPage page;

    public AnswerReader(RouteContract route, RowPage page) {
        this.route = route;
        this.page = page;
    }

    /** Makes a JSON answer. */
    public RouteAnswer.Json json(QueryRows rows) throws SQLException, IOException {
        List<List<@Nullable Object>> shown = new ArrayList<>();
        RowPage.Read read = page.read(rows, shown::add);
        byte[] head = route.single() && shown.isEmpty() ? new byte[0] : DataBody.head(route, shown, page.page(read.hasMore()));
        return new RouteAnswer.Json(head, read.rows(), read.any(), read.hasMore(), EnvelopeMetadata.newest(route, shown));
    }

    /**
     * Makes an answer in any other format.
     *
     * @param folder folder for answers too large for memory
     */
    public RouteAnswer.Whole whole(QueryRows rows, ResponseOptions asked, Path folder) throws SQLException, IOException {
        if (asked.shape().format() == AnswerFormat.PARQUET) {
            return parquet(rows, folder);
        }
        return written(rows, asked.coding(), folder, coded -> TextRows.over(coded, route.fields(), asked.shape()));
    }

    /** Makes an answer with a writer of rows. */
    public RouteAnswer.Whole written(QueryRows rows, ContentCoding coding, Path folder, RowWriter.Maker maker) throws SQLException, IOException {
        AnswerFile file = new AnswerFile(folder);
        boolean done = false;
        try {
            RowPage.Read read;
            try (OutputStream coded = StreamedCoding.over(file, coding); RowWriter writer = maker.over(coded)) {
                read = page.read(rows, writer::write);
            }
            file.close();
            done = true;
            return new RouteAnswer.Whole(file.content(), file.file(), coding, read.rows(), read.any(), read.hasMore());
        } finally {
            if (!done) {
                file.delete();
            }
        }
    }

    // Parquet compresses itself
    private RouteAnswer.Whole parquet(QueryRows rows, Path folder) throws SQLException, IOException {
        Path spill = Files.createTempDirectory(folder, "parquet-");
        try (ParquetAnswer writer = ParquetAnswer.open(route.fields(), folder, new EngineSettings(1, PARQUET_MEMORY_MB, spill))) {
            RowPage.Read read = page.read(rows, writer::write);
            rows.cancelBy(writer::cancel);
            Path file = writer.finish();
            boolean small = Files.size(file) <= AnswerFile.IN_MEMORY;
            byte[] content = small ? Files.readAllBytes(file) : null;
            if (small) {
                Files.delete(file);
            }
            return new RouteAnswer.Whole(content, small ? null : file, ContentCoding.IDENTITY, read.rows(), read.any(), read.hasMore());
        } finally {
            DurableFiles.deleteTree(spill);
        }
    }
}
