package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/** Reads the page headers of a column chunk in a Parquet file, in order. */
record ParquetPages(Place place, long begin, long end) {

    private static final int MAX_PAGE_BYTES = 256 << 20;
    // headers are a few dozen bytes, and longer only if their minimum and maximum are long texts
    private static final int HEADER_BUFFER = 256;

    /** Reads the file from a position. */
    @FunctionalInterface
    interface Place {
        InputStream at(long position) throws IOException;
    }

    /** Receives the uncompressed size of a page. */
    @FunctionalInterface
    interface Taker {
        void take(long unpacked) throws IOException;
    }

    /** Visits the pages; returns the sum of their declared value counts. */
    long each(Taker taker) throws IOException, BadFileException {
        long values = 0;
        for (long position = begin; position < end;) {
            Counted in = new Counted(new BufferedInputStream(place.at(position), HEADER_BUFFER));
            PageHeader header = read(in);
            int unpacked = header.getUncompressed_page_size();
            int packed = header.getCompressed_page_size();
            if (unpacked < 0 || packed < 0 || unpacked > MAX_PAGE_BYTES || packed > end - position - in.count) {
                throw ParquetLimit.damaged("a page does not fit into its column");
            }
            taker.take(unpacked);
            values += values(header);
            position += in.count + packed;
        }
        return values;
    }

    private static PageHeader read(InputStream in) throws BadFileException {
        try {
            return Util.readPageHeader(in);
        } catch (IOException | RuntimeException e) {
            throw ParquetLimit.damaged("the header of a page is damaged", e);
        }
    }

    private static long values(PageHeader header) throws BadFileException {
        PageType type = header.getType();
        long values = type == PageType.DATA_PAGE && header.isSetData_page_header() ? header.getData_page_header()
                .getNum_values() : type == PageType.DATA_PAGE_V2 && header.isSetData_page_header_v2()
                ? header.getData_page_header_v2().getNum_values() : 0;
        long texts = header.isSetDictionary_page_header() ? header.getDictionary_page_header().getNum_values() : 0;
        // the reader allocates all values of a dictionary before it reads them, and each has at least one byte
        if (values < 0 || texts < 0 || texts > header.getUncompressed_page_size()) {
            throw ParquetLimit.damaged("a page says that it has more values than it can hold");
        }
        return values;
    }

    private static final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            int n = super.read(buffer, from, length);
            count += Math.max(0, n);
            return n;
        }
    }
}
