package io.tidemark.data.table;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A sum over the unit-days of a cell, as it is derived and as it is released; declared only here. The tables of cells
 * have a column of each measure, and a line of SQL with {@code {stock_measure}} or {@code {loss_measure}} stands for as
 * many lines as there are.
 *
 * @param name          the column's name
 * @param meaning       its meaning and unit
 * @param nullable      whether it may be null
 * @param derivedSince  the version of the derived table's contract that added it
 * @param releasedSince the version of the ledger table's contract that added it
 */
public record Measure(String name, String meaning, boolean nullable, int derivedSince, int releasedSince) {

    /** The measures of losses, which are also summed by cause. */
    public static final List<Measure> LOSS = List.of(
            whole("mortality_count", "fish found dead"),
            whole("mortality_biomass_g", "their weight, grams"),
            whole("culling_count", "fish culled: killed and destroyed"),
            whole("culling_biomass_g", "their weight, grams"));

    /** The measures of stock, among them those of losses. */
    public static final List<Measure> STOCK = Stream.of(
            List.of(whole("fish_days", "sum over unit-days of the stock at the start of the day"),
                    whole("biomass_days", "sum over unit-days of biomass_g, grams")),
            LOSS,
            List.of(partial("feed_g", 1, 1, "feed given on unit-days that report feed, grams; null when none does"),
                    partial("fed_biomass_g", 1, 1, "sum of biomass_g over those unit-days, grams"),
                    partial("gain_g", 4, 2, "estimated growth, grams: fish times the change of their mean weight since "
                            + "the day before, over unit-days that report feed and to which no fish were moved; null "
                            + "without such a day"),
                    partial("gain_biomass_g", 4, 2, "sum of biomass_g over those unit-days, grams")))
            .flatMap(List::stream).toList();

    private static final Pattern LINE = Pattern.compile("(?m)^.*\\{(stock|loss)_measure}.*(?:\\R|$)");

    private static Measure whole(String name, String meaning) {
        return new Measure(name, meaning, false, 1, 1);
    }

    // over some of the unit-days, of which a cell may have none
    private static Measure partial(String name, int derivedSince, int releasedSince, String meaning) {
        return new Measure(name, meaning, true, derivedSince, releasedSince);
    }

    /** Its column in a table; {@code since} tells the version of the table's contract that added it. */
    Column column(ToIntFunction<Measure> since) {
        return new Column(name, ColumnType.BIGINT, nullable, since.applyAsInt(this), meaning, List.of(), null);
    }

    /** The names of some measures. */
    public static List<String> names(List<Measure> measures) {
        return measures.stream().map(Measure::name).toList();
    }

    /**
     * SQL in which each line with {@code {stock_measure}} or {@code {loss_measure}} is repeated with the name of each
     * of these measures.
     */
    public static String inLines(String sql) {
        return LINE.matcher(sql).replaceAll(line -> {
            List<Measure> measures = line.group(1).equals("stock") ? STOCK : LOSS;
            return Matcher.quoteReplacement(names(measures).stream()
                    .map(name -> line.group().replace("{" + line.group(1) + "_measure}", name))
                    .collect(Collectors.joining()));
        });
    }
}
