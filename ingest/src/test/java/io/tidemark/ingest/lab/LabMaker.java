package io.tidemark.ingest.lab;

import io.tidemark.ingest.TestWorkbook;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;

/** Broken files that are too large, too small or too strange to be kept in a folder. */
enum LabMaker {

    HALF_WORKBOOK {
        @Override
        void make(Path folder) throws IOException {
            byte[] book = new TestWorkbook().sheet("stock", HEADER.replace(',', '|'),
                    "2026-01-11|100|U1|K1|SAL|n:1000|n:100|V2025").bytes();
            Files.write(file(folder, "stock.xlsx"), Arrays.copyOf(book, book.length / 2));
        }
    },
    HALF_PARQUET {
        @Override
        void make(Path folder) throws IOException {
            Path file = file(folder, "stock.parquet");
            ParquetMaker.write(file, 1000, "DATE '2026-01-11' AS date, range AS unit_id");
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        }
    },
    NESTED_JSON {
        @Override
        void make(Path folder) throws IOException {
            Files.writeString(file(folder, "stock.ndjson"), OBJECT + "\n" + "{\"a\":".repeat(5_000) + "1"
                    + "}".repeat(5_000) + "\n");
        }
    },
    LONG_LINE {
        @Override
        void make(Path folder) throws IOException {
            repeat(plain(folder, "stock.csv"), HEADER + "\n" + ROW + "\n2026-01-12,100,", "x", 64 * MB, "\n");
        }
    },
    LONG_QUOTE {
        @Override
        void make(Path folder) throws IOException {
            repeat(plain(folder, "stock.csv"), HEADER + "\n" + ROW + "\n2026-01-12,100,\"U", ROW + "\n", 64 * MB, "");
        }
    },
    LONG_ROW {
        @Override
        void make(Path folder) throws IOException {
            repeat(plain(folder, "stock.csv"), HEADER + "\n" + ROW + "\n2026-01-12,100,", "x", 3 * MB,
                    ",K1,SAL,1,1,V2025\n");
        }
    },
    LONG_JSON {
        @Override
        void make(Path folder) throws IOException {
            repeat(plain(folder, "stock.ndjson"), OBJECT + "\n{\"date\":\"", "x", 64 * MB, "\"}\n");
        }
    },
    MANY_COLUMNS {
        @Override
        void make(Path folder) throws IOException {
            Files.writeString(file(folder, "stock.csv"), HEADER + IntStream.range(0, 9_992).mapToObj(i -> ",c" + i)
                    .collect(Collectors.joining()) + "\n" + ROW + ",".repeat(9_992) + "\n");
        }
    },
    MANY_KEYS {
        @Override
        void make(Path folder) throws IOException {
            Files.writeString(file(folder, "stock.ndjson"), OBJECT.replace("}", "") + IntStream.range(0, 10_000)
                    .mapToObj(i -> ",\"c" + i + "\":1").collect(Collectors.joining()) + "}\n");
        }
    },
    GZIP_BOMB {
        @Override
        void make(Path folder) throws IOException {
            repeat(new GZIPOutputStream(plain(folder, "stock.csv.gz")), HEADER + "\n", ROW + "\n", 100 * MB, "");
        }
    },
    WORKBOOK_BOMB {
        @Override
        void make(Path folder) throws IOException {
            book(folder, "xl/padding.xml", "<x/>", 100 * MB);
        }
    },
    WORKBOOK_ENTITIES {
        @Override
        void make(Path folder) throws IOException {
            StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a0 \"aaaaaaaaaa\">");
            for (int i = 1; i <= 9; i++) {
                xml.append("<!ENTITY a").append(i).append(" \"").append(("&a" + (i - 1) + ";").repeat(10))
                        .append("\">");
            }
            book(folder, "xl/worksheets/sheet1.xml", xml + "]><worksheet xmlns="
                    + "\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData><row r=\"1\"><c "
                    + "r=\"A1\" t=\"inlineStr\"><is><t>&a9;</t></is></c></row></sheetData></worksheet>", 0);
        }
    },
    WORKBOOK_FAR_CELL {
        @Override
        void make(Path folder) throws IOException {
            book(folder, "xl/worksheets/sheet1.xml", "<worksheet xmlns="
                    + "\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData><row r=\"1\"><c "
                    + "r=\"ZZZZZZ1\" t=\"inlineStr\"><is><t>x</t></is></c></row></sheetData></worksheet>", 0);
        }
    },
    WORKBOOK_FAR_CELLS {
        @Override
        void make(Path folder) throws IOException {
            book(folder, "xl/worksheets/sheet1.xml", "<worksheet xmlns="
                    + "\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>"
                    + IntStream.rangeClosed(1, 2_000)
                    .mapToObj(row -> "<row r=\"" + row + "\"><c r=\"XFD" + row + "\"><v>1</v></c></row>")
                    .collect(Collectors.joining()) + "</sheetData></worksheet>", 0);
        }
    },
    LINK_OUT {
        @Override
        void make(Path folder) throws IOException {
            Path outside = Files.writeString(folder.resolveSibling("outside.csv"), HEADER + "\n" + ROW + "\n");
            Files.createSymbolicLink(file(folder, "stock.csv"), outside.toAbsolutePath());
        }
    },
    LINK_UP {
        @Override
        void make(Path folder) throws IOException {
            Files.writeString(folder.resolveSibling("outside.csv"), HEADER + "\n" + ROW + "\n");
            Files.createSymbolicLink(file(folder, "stock.csv"), Path.of("../../../outside.csv"));
        }
    },
    LINK_NOWHERE {
        @Override
        void make(Path folder) throws IOException {
            Files.createSymbolicLink(file(folder, "stock.csv"), Path.of("gone.csv"));
        }
    },
    LINK_TO_DEVICE {
        @Override
        void make(Path folder) throws IOException {
            Files.createSymbolicLink(file(folder, "stock.csv"), Path.of("/dev/zero"));
        }
    },
    LINK_INSIDE {
        @Override
        void make(Path folder) throws IOException {
            Path others = Files.createDirectories(folder.resolve("farmers/F02")).resolve("stock.csv");
            Files.writeString(others, HEADER + "\n" + ROW.replace("100,U1", "200,U1") + "\n");
            Files.createSymbolicLink(file(folder, "stock.csv"), Path.of("../F02/stock.csv"));
        }
    },
    LINK_FOLDER {
        @Override
        void make(Path folder) throws IOException {
            Files.writeString(file(folder, "stock.csv"), HEADER + "\n" + ROW + "\n");
            Files.createSymbolicLink(folder.resolve("farmers/F03"), Path.of("F01"));
        }
    },
    LINK_HIDDEN {
        @Override
        void make(Path folder) throws IOException {
            Files.writeString(file(folder, "stock.csv"), HEADER + "\n" + ROW + "\n");
            Files.createSymbolicLink(file(folder, ".old"), Path.of("stock.csv"));
        }
    },
    HARD_LINK {
        @Override
        void make(Path folder) throws IOException {
            Path first = Files.writeString(file(folder, "stock.csv"), HEADER + "\n" + ROW + "\n");
            Files.createLink(Files.createDirectories(folder.resolve("farmers/F02")).resolve("stock.csv"), first);
        }
    },
    PARQUET_BOMB {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 100_000, STOCK_COLUMNS);
            // the same pages, two hundred times
            ParquetMaker.changeFooter(file(folder, "stock.parquet"), footer -> {
                footer.setNum_rows(20_000_000);
                footer.setRow_groups(Collections.nCopies(200, footer.getRow_groups().getFirst()));
            });
        }
    },
    PARQUET_LONG_TEXT {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 10,
                    STOCK_COLUMNS.replace("'K1'", "repeat('x', 3000000)"));
        }
    },
    PARQUET_MANY_TEXTS {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 1000,
                    STOCK_COLUMNS.replace("'K1'", "repeat('x', 100000)"));
        }
    },
    PARQUET_LYING_ROWS {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 1000, STOCK_COLUMNS);
            ParquetMaker.changeFooter(file(folder, "stock.parquet"), footer -> footer.setNum_rows(1));
        }
    },
    PARQUET_LYING_VALUES {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 1000, STOCK_COLUMNS);
            ParquetMaker.changeFooter(file(folder, "stock.parquet"), footer -> {
                footer.setNum_rows(10);
                footer.getRow_groups().getFirst().setNum_rows(10);
                footer.getRow_groups().getFirst().getColumns()
                        .forEach(column -> column.getMeta_data().setNum_values(10));
            });
        }
    },
    PARQUET_NESTED {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 10, STOCK_COLUMNS);
            ParquetMaker.changeFooter(file(folder, "stock.parquet"), footer -> {
                SchemaElement within = new SchemaElement("level").setNum_children(1);
                footer.getSchema().addAll(1, Collections.nCopies(1000, within));
            });
        }
    },
    PARQUET_STRUCT {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 10, STOCK_COLUMNS.replace("1000 AS", "{'n': range} AS"));
        }
    },
    DECIMAL_256 {
        @Override
        void make(Path folder) throws IOException {
            ParquetMaker.write(file(folder, "stock.parquet"), 10,
                    STOCK_COLUMNS.replace("1000 AS", "1000::DECIMAL(38,0) AS"));
            ParquetMaker.changeFooter(file(folder, "stock.parquet"), footer ->
                    footer.getSchema().stream().filter(element -> element.getName().equals("fish_count"))
                    .forEach(element -> element.setPrecision(76)
                    .setLogicalType(LogicalType.DECIMAL(new DecimalType(0, 76)))));
        }
    },
    HIDDEN_SHEET {
        @Override
        void make(Path folder) throws IOException {
            Files.write(file(folder, "stock.xlsx"),
                    new TestWorkbook().sheet("Ark1").hidden("Fisk", HEADER.replace(',', '|'),
                    "2026-01-11|100|U1|K1|SAL|n:1000|n:100|V2025").bytes());
        }
    },
    DAY_FOR_NUMBER {
        @Override
        void make(Path folder) throws IOException {
            Files.write(file(folder, "stock.xlsx"), new TestWorkbook().sheet("Fisk", HEADER.replace(',', '|'),
                    "2026-01-11|100|U1|K1|SAL|n:1000|n:100|V2025", "2026-01-12|100|U1|K1|SAL|n:1000|t:46154|V2025")
                    .bytes());
        }
    },
    TIME_FOR_DAY {
        @Override
        void make(Path folder) throws IOException {
            Files.write(file(folder, "stock.xlsx"), new TestWorkbook().sheet("Fisk", HEADER.replace(',', '|'),
                    "2026-01-11|100|U1|K1|SAL|n:1000|n:100|V2025", "n:0.5|100|U1|K1|SAL|n:1000|n:100|V2025").bytes());
        }
    },
    PIPE {
        @Override
        void make(Path folder) throws IOException {
            run(new ProcessBuilder("mkfifo", file(folder, "stock.csv").toString()));
        }
    },
    FOLDER {
        @Override
        void make(Path folder) throws IOException {
            Files.createDirectories(file(folder, "stock.csv"));
        }
    },
    NAME_OF_BYTES {
        @Override
        void make(Path folder) throws IOException {
            Path good = Files.writeString(file(folder, "stock.csv"), HEADER + "\n" + ROW + "\n");
            run(new ProcessBuilder("sh", "-c", "mv stock.csv \"$(printf 'stock-\\370.csv')\"")
                    .directory(Objects.requireNonNull(good.getParent()).toFile()));
        }
    },
    CONTROL_NAME {
        @Override
        void make(Path folder) throws IOException {
            Files.writeString(file(folder, "stock-\n\u001b[2J.csv"), HEADER + "\n" + ROW + "\n");
        }
    };

    private static final String HEADER =
            "date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation";
    private static final String ROW = "2026-01-11,100,U1,K1,SAL,1000,100,V2025";
    private static final String STOCK_COLUMNS = "DATE '2026-01-11' AS date, '100' AS site_id, 'U1' AS unit_id, 'K1' "
            + "AS cohort_id, "
            + "'SAL' AS species_code, 1000 AS fish_count, 100 AS avg_weight_gram, 'V2025' AS generation";
    private static final String OBJECT =
            "{\"date\":\"2026-01-11\",\"site_id\":\"100\",\"unit_id\":\"U1\",\"cohort_id\":\"K1\","
            + "\"species_code\":\"SAL\",\"fish_count\":1000,\"avg_weight_gram\":100,\"generation\":\"V2025\"}";
    private static final int MB = 1_000_000;

    private static void run(ProcessBuilder command) throws IOException {
        try {
            int code = command.start().waitFor();
            if (code != 0) {
                throw new IOException(command.command() + " ended with " + code);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Puts the file into a delivery. */
    abstract void make(Path folder) throws IOException;

    private static Path file(Path folder, String name) throws IOException {
        return Files.createDirectories(folder.resolve("farmers/F01")).resolve(name);
    }

    private static OutputStream plain(Path folder, String name) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(file(folder, name)), 1 << 16);
    }

    private static void repeat(OutputStream target, String head, String part, int bytes, String end)
            throws IOException {
        byte[] block = part.repeat(10_000 / part.length()).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = target) {
            out.write(head.getBytes(StandardCharsets.UTF_8));
            for (int written = 0; written < bytes; written += block.length) {
                out.write(block);
            }
            out.write(end.getBytes(StandardCharsets.UTF_8));
        }
    }

    // a workbook with one part replaced or added
    private static void book(Path folder, String part, String begin, int blanks) throws IOException {
        Path file = file(folder, "stock.xlsx");
        Files.write(file, new TestWorkbook().sheet("stock", HEADER.replace(',', '|'),
                "2026-01-11|100|U1|K1|SAL|n:1000|n:100|V2025").bytes());
        try (FileSystem zip = FileSystems.newFileSystem(file)) {
            repeat(Files.newOutputStream(zip.getPath(part)), begin, " ", blanks, "");
        }
    }
}
