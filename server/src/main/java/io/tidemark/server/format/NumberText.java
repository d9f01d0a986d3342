package io.tidemark.server.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Writes numbers as all formats need them: rounded half away from zero, without an exponent, without trailing
 * zeros in the decimals and without a sign before zero. A double is rounded from its shortest decimal text, so 1.005
 * with two decimals gives 1.01; what a computation left below its tenth decimal does not turn a half down.
 */
final class NumberText {

    private static final int COMPUTED_DECIMALS = 10;

    private NumberText() {}

    /** Writes a number; an infinite one or NaN becomes null. */
    static void write(JsonGenerator json, Number number, int decimals) throws IOException {
        String text = of(number, decimals);
        if (text == null) {
            json.writeNull();
        } else {
            json.writeNumber(text);
        }
    }

    /** The text of a number; null for an infinite one or NaN. */
    static @Nullable String of(Number number, int decimals) {
        boolean whole = number instanceof Integer || number instanceof Long || number instanceof Short
                || number instanceof Byte || number instanceof BigInteger;
        if (whole && decimals >= 0) {
            return number.toString();
        }
        if (number instanceof Double d && !Double.isFinite(d)) {
            return null;
        }
        BigDecimal rounded = new BigDecimal(number.toString())
                .setScale(Math.max(decimals, COMPUTED_DECIMALS), RoundingMode.HALF_UP)
                .setScale(decimals, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
