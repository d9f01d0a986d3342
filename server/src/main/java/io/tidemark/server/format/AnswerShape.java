package io.tidemark.server.format;

import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.route.contract.CommonParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The form of an answer that a client wants.
 *
 * @param format       the format
 * @param decimalComma whether decimals have a comma, as Norwegian spreadsheets expect; for CSV only
 */
public record AnswerShape(AnswerFormat format, boolean decimalComma) {

    /**
     * The form that a request asks for. The parameter {@code format} wins over the Accept header.
     *
     * @param accept  lines of the Accept header; empty if not sent
     * @param format  the parameter as sent; null if not sent
     * @param decimal the parameter as sent, {@code point} or {@code comma}; null if not sent
     * @throws ApiException 400 if a parameter is not allowed, 406 if no format is accepted
     */
    public static AnswerShape asked(List<String> accept, @Nullable String format, @Nullable String decimal) {
        List<Detail> faults = new ArrayList<>();
        AnswerFormat chosen = format(accept, format, faults);
        boolean comma = decimal != null && decimal.strip().equalsIgnoreCase("comma");
        if (decimal != null && !comma && !decimal.strip().equalsIgnoreCase("point")) {
            faults.add(new Detail(CommonParameters.DECIMAL, decimal, "must be one of point, comma"));
        } else if (decimal != null && chosen != null && chosen != AnswerFormat.CSV) {
            faults.add(new Detail(CommonParameters.DECIMAL, decimal,
                    "is only for CSV: add format=csv, or leave it out"));
        }
        if (chosen == null || !faults.isEmpty()) {
            throw new ApiException.BadRequest(faults);
        }
        return new AnswerShape(chosen, comma);
    }

    private static @Nullable AnswerFormat format(List<String> accept, @Nullable String format, List<Detail> faults) {
        if (format == null) {
            return AnswerFormat.accepted(accept).orElseThrow(AnswerShape::notAcceptable);
        }
        Optional<AnswerFormat> named = AnswerFormat.named(format);
        if (named.isEmpty()) {
            faults.add(new Detail(CommonParameters.FORMAT, format, "must be one of " + all(AnswerFormat::wireName)));
        }
        return named.orElse(null);
    }

    private static ApiException.NotAcceptable notAcceptable() {
        return new ApiException.NotAcceptable("None of the formats that you accept is available; "
                + "available: " + all(AnswerFormat::mediaType)
                + ". The parameter ?format= (" + all(AnswerFormat::wireName)
                + ") overrides the Accept header");
    }

    private static String all(Function<AnswerFormat, String> text) {
        return Arrays.stream(AnswerFormat.values()).map(text).collect(Collectors.joining(", "));
    }
}
