package io.tidemark.server.intake;

import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A delivery of a company. Its folder is {@code F07+2026-07-04}: no farmer id has a plus, so that no company can name
 * another's folder.
 *
 * @param farmer the company
 * @param name   the name that it gave the delivery
 */
public record DeliveryName(String farmer, String name) {

    static final String SEPARATOR = "+";
    /** What a name must be, for messages. */
    public static final String RULE = "must have 1 to 64 letters from a to z, digits, '.', '_' or '-', and begin with "
            + "a letter or digit";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** Whether a company may give a delivery this name. */
    public static boolean isOne(String name) {
        return NAME.matcher(name).matches();
    }

    /** Checks a name from a path; throws 400. */
    static DeliveryName of(String farmer, String name) {
        if (!isOne(name)) {
            throw new ApiException.BadRequest(List.of(new Detail("name", null, RULE)));
        }
        return new DeliveryName(farmer, name);
    }

    /** The beginning of all folders of a company. */
    static String prefix(String farmer) {
        return farmer + SEPARATOR;
    }

    /** The name of its folder. */
    String folder() {
        return prefix(farmer) + name;
    }
}
