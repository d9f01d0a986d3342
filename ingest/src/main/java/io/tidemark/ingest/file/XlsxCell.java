package io.tidemark.ingest.file;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.regex.Pattern;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;

/**
 * A cell of a spreadsheet.
 *
 * @param text  its value: a number with decimal point and the digits as entered, true or false, or text
 * @param kind  its kind
 * @param epoch the day from which Excel counts days
 */
public record XlsxCell(String text, Kind kind, LocalDate epoch) {

    /** An empty cell. */
    static final XlsxCell EMPTY = new XlsxCell("", Kind.TEXT, LocalDate.EPOCH);

    // correct from 1 March 1900; earlier days do not occur
    private static final LocalDate EPOCH_1900 = LocalDate.of(1899, 12, 30);
    private static final LocalDate EPOCH_1904 = LocalDate.of(1904, 1, 1);
    private static final BigDecimal LAST_DAY = BigDecimal.valueOf(2_958_465);
    private static final BigDecimal SECONDS = BigDecimal.valueOf(86_400);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?");
    private static final int MAX_PLAIN_DIGITS = 15;
    private static final int LAST_DAY_DIGITS = 7;

    /** The kinds of cells. */
    public enum Kind {
        /** Text, or nothing. */
        TEXT,
        /** A number, without a format of days; it may still be a day. */
        NUMBER,
        /** A number that is shown as a day. */
        DAY,
        /** True or false. */
        FLAG,
        /** The error of a formula, such as #N/A. */
        ERROR,
        /** A formula whose result is nothing, or was never computed. */
        NO_RESULT
    }

    /**
     * The reader's cell.
     *
     * @param since1904 whether the workbook counts days from 1904
     * @param shown     how it shows numbers
     */
    static XlsxCell of(Cell cell, boolean since1904, NumberFormat shown) {
        Kind ofNumber = shown.isDay() ? Kind.DAY : Kind.NUMBER;
        LocalDate epoch = since1904 ? EPOCH_1904 : EPOCH_1900;
        String raw = cell.getRawValue() == null ? "" : cell.getRawValue();
        return switch (cell.getType()) {
            case NUMBER -> new XlsxCell(shown.padded(number(raw)), ofNumber, epoch);
            case BOOLEAN -> new XlsxCell(Boolean.toString(Boolean.TRUE.equals(cell.asBoolean())), Kind.FLAG, epoch);
            case ERROR -> new XlsxCell(raw, Kind.ERROR, epoch);
            // the formula's result when the file was saved
            case FORMULA -> raw.isEmpty() ? new XlsxCell("", Kind.NO_RESULT, epoch)
                    : isNumber(raw) ? new XlsxCell(shown.padded(number(raw)), ofNumber, epoch)
                    : new XlsxCell(raw, raw.startsWith("#") ? Kind.ERROR : Kind.TEXT, epoch);
            default -> new XlsxCell(cell.getType() == CellType.STRING ? cell.asString() : cell.getText(), Kind.TEXT,
                    epoch);
        };
    }

    private static boolean isNumber(String raw) {
        return NUMBER.matcher(raw).matches();
    }

    // most numbers need no correction
    private static boolean isShortWhole(String raw) {
        int length = raw.length();
        if (length == 0 || length > MAX_PLAIN_DIGITS || (raw.charAt(0) == '0' && length > 1)) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (raw.charAt(i) < '0' || raw.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    // Excel saves all digits of the binary fraction: 17352994.899999999 was entered as 17352994.9
    private static String number(String raw) {
        if (isShortWhole(raw) || !isNumber(raw)) {
            return raw;
        }
        double value = Double.parseDouble(raw);
        return Double.isFinite(value) ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString() : raw;
    }

    /** Whether the cell is empty. */
    public boolean isEmpty() {
        return text.isBlank();
    }

    /**
     * The text of a cell in a column of days or instants: a number counts days, and its fraction is the time of day.
     * Below 1 it is that alone.
     */
    public String time() {
        if ((kind != Kind.NUMBER && kind != Kind.DAY) || !isNumber(text)) {
            return text;
        }
        if (isShortWhole(text) && text.length() <= LAST_DAY_DIGITS && Integer.parseInt(text) <= LAST_DAY.intValue()) {
            return epoch.plusDays(Integer.parseInt(text)).toString();
        }
        BigDecimal days = new BigDecimal(text);
        if (days.signum() < 0 || days.compareTo(LAST_DAY) > 0) {
            return text;
        }
        long seconds = days.multiply(SECONDS).setScale(0, RoundingMode.HALF_UP).longValueExact();
        LocalDateTime time = epoch.atTime(LocalTime.MIDNIGHT).plusSeconds(seconds);
        if (days.compareTo(BigDecimal.ONE) < 0 && seconds < SECONDS.longValue()) {
            return time.toLocalTime().toString();
        }
        return time.toLocalTime().equals(LocalTime.MIDNIGHT) ? time.toLocalDate().toString() : time.toString();
    }
}
