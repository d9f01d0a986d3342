package io.tidemark.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An Excel workbook written by hand, so that a test decides what is in each cell. */
public final class TestWorkbook {

    private static final String MAIN = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    /** Stands for | within a cell. */
    static final char BAR = '\u00A6';

    private final Map<String, String> sheets = new LinkedHashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private boolean since1904;
    private boolean withoutPlaces;

    /** Days are counted from 1904. */
    public TestWorkbook since1904() {
        since1904 = true;
        return this;
    }

    /** A sheet that whoever opens the workbook does not see. */
    public TestWorkbook hidden(String name, String... rows) {
        hidden.add(name);
        return sheet(name, rows);
    }

    /** Rows and cells do not say where they are: each follows the one before. */
    public TestWorkbook withoutPlaces() {
        withoutPlaces = true;
        return this;
    }

    /**
     * A sheet. Cells are split at |; {@code n:1.5} is a number, {@code b:1} true, {@code e:#N/A} an error, {@code f:2}
     * a formula's number, {@code g:1+1} one without a result, {@code d:2026-01-01} a day as ISO text, {@code t:46023} a
     * number shown as a day, {@code z:7} as 007, all else text; an empty cell is left out. A line {@code @7} makes 7
     * the number of the next row.
     */
    public TestWorkbook sheet(String name, String... rows) {
        StringBuilder xml = new StringBuilder("<worksheet " + MAIN + "><sheetData>");
        int number = 1;
        for (String row : rows) {
            if (row.startsWith("@")) {
                number = Integer.parseInt(row.substring(1));
                continue;
            }
            xml.append("<row r=\"").append(number).append("\">");
            String[] cells = row.split("\\|", -1);
            for (int i = 0; i < cells.length; i++) {
                if (!cells[i].isEmpty()) {
                    xml.append(cell((char) ('A' + i) + Integer.toString(number), cells[i]));
                }
            }
            xml.append("</row>");
            number++;
        }
        xml.append("</sheetData></worksheet>");
        sheets.put(name, withoutPlaces ? xml.toString().replaceAll(" r=\"[^\"]*\"", "") : xml.toString());
        return this;
    }

    private static String cell(String place, String cell) {
        String value = (cell.length() > 2 && cell.charAt(1) == ':' ? cell.substring(2) : cell).replace(BAR, '|');
        return switch (cell.length() > 2 && cell.charAt(1) == ':' ? cell.charAt(0) : ' ') {
            case 'n' -> "<c r=\"" + place + "\"><v>" + value + "</v></c>";
            case 'b' -> "<c r=\"" + place + "\" t=\"b\"><v>" + value + "</v></c>";
            case 'e' -> "<c r=\"" + place + "\" t=\"e\"><v>" + value + "</v></c>";
            case 'd' -> "<c r=\"" + place + "\" t=\"d\"><v>" + value + "</v></c>";
            case 't' -> "<c r=\"" + place + "\" s=\"1\"><v>" + value + "</v></c>";
            case 'z' -> "<c r=\"" + place + "\" s=\"2\"><v>" + value + "</v></c>";
            case 'g' -> "<c r=\"" + place + "\"><f>" + value + "</f><v></v></c>";
            case 'f' -> "<c r=\"" + place + "\"><f>1+1</f><v>" + value + "</v></c>";
            default -> "<c r=\"" + place + "\" t=\"inlineStr\"><is><t>" + value + "</t></is></c>";
        };
    }

    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            StringBuilder list = new StringBuilder();
            StringBuilder relations = new StringBuilder();
            StringBuilder types = new StringBuilder();
            int number = 0;
            for (Map.Entry<String, String> sheet : sheets.entrySet()) {
                number++;
                String file = "worksheets/sheet" + number + ".xml";
                list.append("<sheet name=\"").append(sheet.getKey()).append("\" sheetId=\"").append(number)
                        .append(hidden.contains(sheet.getKey()) ? "\" state=\"hidden" : "").append("\" r:id=\"rId")
                        .append(number).append("\"/>");
                relations.append("<Relationship Id=\"rId").append(number).append("\" Type=\"").append(OFFICE)
                        .append("/worksheet\" Target=\"").append(file).append("\"/>");
                types.append("<Override PartName=\"/xl/").append(file)
                        .append("\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>");
                put(zip, "xl/" + file, sheet.getValue());
            }
            if (sheets.values().stream().anyMatch(xml -> xml.contains(" s=\""))) {
                types.append("<Override PartName=\"/xl/styles.xml\" "
                        + "ContentType=\"application/vnd.openxmlformats-officedocument.")
                        .append("spreadsheetml.styles+xml\"/>");
                put(zip, "xl/styles.xml", "<styleSheet " + MAIN + "><numFmts count=\"2\"><numFmt numFmtId=\"164\" "
                        + "formatCode=\"[$-414]d. mmmm yyyy;@\"/><numFmt numFmtId=\"165\" "
                        + "formatCode=\"000\"/></numFmts><cellXfs count=\"3\">"
                        + "<xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/></cellXfs></styleSheet>");
            }
            put(zip, "xl/workbook.xml", "<workbook " + MAIN + " xmlns:r=\"" + OFFICE + "\"><workbookPr date1904=\""
                    + (since1904 ? 1 : 0) + "\"/><sheets>" + list + "</sheets></workbook>");
            put(zip, "xl/_rels/workbook.xml.rels", relations(relations.toString()));
            put(zip, "_rels/.rels", relations("<Relationship Id=\"rId1\" Type=\"" + OFFICE
                    + "/officeDocument\" Target=\"xl/workbook.xml\"/>"));
            put(zip, "[Content_Types].xml",
                    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                    + "<Default Extension=\"rels\" "
                    + "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                    + "<Default Extension=\"xml\" ContentType=\"application/xml\"/><Override "
                    + "PartName=\"/xl/workbook.xml\" "
                    + "ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>"
                    + types + "</Types>");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String relations(String content) {
        return "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" + content
                + "</Relationships>";
    }

    private static void put(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
