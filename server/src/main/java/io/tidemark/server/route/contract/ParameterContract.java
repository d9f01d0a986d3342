package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Period;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One request parameter, as headers, {@code families.yaml} and {@code parameters.yaml} declare it.
 *
 * @param type        its type
 * @param in          {@code path} for a part of the path, else query
 * @param min         least value of an integer or number
 * @param max         greatest value of an integer or number
 * @param values      words of a choice or of choices
 * @param defaultTo   default value, as text
 * @param defaultBack for a date_from: the default's time before today, such as {@code 12 weeks}
 * @param quarters    for dates: whether quarters are accepted
 * @param meaning     its meaning
 */
public record ParameterContract(ParameterType type, @Nullable String in, @Nullable Integer min, @Nullable Integer max,
        @Nullable List<String> values, @JsonProperty("default") @Nullable String defaultTo,
        @JsonProperty("default_back") @Nullable String defaultBack, boolean quarters, String meaning) {

    private static final Pattern BACK = Pattern.compile("(\\d{1,3}) (weeks|months)");

    /** Checks the combination of values. */
    public ParameterContract {
        if (meaning == null || meaning.isBlank()) {
            throw new IllegalArgumentException("a parameter needs a meaning");
        }
        if ((type == ParameterType.INTEGER || type == ParameterType.NUMBER) && (min == null || max == null)) {
            throw new IllegalArgumentException("an integer parameter needs min and max");
        }
        if ((type == ParameterType.CHOICE || type == ParameterType.CHOICES) && (values == null || values.isEmpty())) {
            throw new IllegalArgumentException("a choice needs values");
        }
        if (type == ParameterType.DATE_FROM && defaultBack == null) {
            throw new IllegalArgumentException("a date_from needs default_back");
        }
        if (defaultBack != null && !BACK.matcher(defaultBack).matches()) {
            throw new IllegalArgumentException("default_back is a number of weeks or months, not " + defaultBack);
        }
    }

    /** Whether the parameter is a part of the path. */
    public boolean inPath() {
        return "path".equals(in);
    }

    /** The time between a date_from's default and today. */
    public Period back() {
        Matcher form = BACK.matcher(String.valueOf(defaultBack));
        if (!form.matches()) {
            throw new IllegalStateException("no default_back");
        }
        int n = Integer.parseInt(form.group(1));
        return form.group(2).equals("weeks") ? Period.ofWeeks(n) : Period.ofMonths(n);
    }
}
