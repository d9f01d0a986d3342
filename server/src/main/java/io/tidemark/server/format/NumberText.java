package io.tidemark.server.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Writes numbers as all formats need them: rounded once, half away from zero, without an exponent, without trailing zeros in the decimals and without
 * a sign before zero. A double is rounded from its shortest decimal text, so 1.005 with two decimals gives 1.01. Not thread-safe: it reuses its
 * buffers, since a response can have millions of numbers.
 */
final class NumberText {

    /** The maximum length: a sign, {@code 0.}, 323 zeros and 17 digits. */
    private static final int LONGEST = 400;

    private final StringBuilder shortest = new StringBuilder(32);
    /** A double's digits without the point; the number is 0.DIGITS times ten to the power of {@link #point}. */
    private final char[] digits = new char[32];
    private int count;
    private int point;
    private final char[] text = new char[LONGEST];

    /** Writes a number; an infinite one or NaN becomes null. */
    void write(JsonGenerator json, Number number, int decimals) throws IOException {
        if (number instanceof Double d) {
            if (Double.isFinite(d)) {
                json.writeNumber(text, 0, round(d, decimals));
            } else {
                json.writeNull();
            }
        } else if (isSmallWhole(number) && decimals >= 0) {
            json.writeNumber(number.longValue());
        } else {
            json.writeNumber(exact(number, decimals));
        }
    }

    /** The text of a number; null for an infinite one or NaN. */
    @Nullable String of(Number number, int decimals) {
        if (number instanceof Double d) {
            return Double.isFinite(d) ? new String(text, 0, round(d, decimals)) : null;
        }
        return exact(number, decimals);
    }

    private static boolean isSmallWhole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte;
    }

    private static String exact(Number number, int decimals) {
        String all = number.toString();
        if (decimals >= 0 && (isSmallWhole(number) || number instanceof BigInteger)) {
            return all;
        }
        BigDecimal rounded = new BigDecimal(all).setScale(decimals, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** Writes a finite double's text into the buffer; returns its length. */
    private int round(double number, int decimals) {
        shortest.setLength(0);
        shortest.append(Math.abs(number));
        readDigits();
        roundDigits(decimals);
        return put(number < 0);
    }

    // the text is like 12.5 or 1.25E-7
    private void readDigits() {
        count = 0;
        point = 0;
        int exponent = 0;
        boolean afterPoint = false;
        for (int i = 0; i < shortest.length(); i++) {
            char c = shortest.charAt(i);
            if (c == 'E') {
                exponent = Integer.parseInt(shortest, i + 1, shortest.length(), 10);
                break;
            }
            if (c == '.') {
                afterPoint = true;
            } else if (count == 0 && c == '0') {
                // before the first digit, a zero after the point only moves the point
                point -= afterPoint ? 1 : 0;
            } else {
                digits[count++] = c;
                point += afterPoint ? 0 : 1;
            }
        }
        point += exponent;
    }

    private void roundDigits(int decimals) {
        long keep = (long) point + decimals;
        if (keep < 0) {
            count = 0;
        } else if (keep < count) {
            boolean up = digits[(int) keep] >= '5';
            count = (int) keep;
            if (up) {
                addOne();
            }
        }
        while (count > 0 && digits[count - 1] == '0') {
            count--;
        }
    }

    /** Adds one to the last digit; nines become zeros, which are dropped. */
    private void addOne() {
        while (count > 0 && digits[count - 1] == '9') {
            count--;
        }
        if (count > 0) {
            digits[count - 1]++;
        } else {
            digits[0] = '1';
            count = 1;
            point++;
        }
    }

    private int put(boolean negative) {
        int length = 0;
        if (count == 0) {
            text[length++] = '0';
            return length;
        }
        if (negative) {
            text[length++] = '-';
        }
        if (point <= 0) {
            text[length++] = '0';
            text[length++] = '.';
            for (int i = point; i < 0; i++) {
                text[length++] = '0';
            }
        }
        for (int i = 0; i < Math.max(point, count); i++) {
            if (i == point && i > 0) {
                text[length++] = '.';
            }
            text[length++] = i < count ? digits[i] : '0';
        }
        return length;
    }
}
