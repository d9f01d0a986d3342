package io.tidemark.server.promise;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;

/**
 * What a row tells of each group's days to somebody who knows every site's temperature: how many days there are in all,
 * and a mean temperature to some decimals. If that mean is one over the days, it is a second sum of them with known
 * weights, and two sums over the same groups can be solved for one of them.
 *
 * @param temperatures each group's temperature, the same on all of its days
 * @param days         all days
 */
record KnownWeights(Map<String, BigDecimal> temperatures, long days) {

    /** The rule of 85 % lets nobody come nearer than 15 percent. */
    private static final double NEAR = 0.15;

    /** The least and the most days that a group can have. */
    record Interval(double least, double most) {

        boolean has(long days) {
            return least <= days + 1e-6 && most >= days - 1e-6;
        }

        /** Whether it tells the group's days to fifteen percent. */
        boolean isNear(long days) {
            return most < days * (1 + NEAR) && least > days * (1 - NEAR);
        }
    }

    /** From the number of days alone. */
    Map<String, Interval> withoutTemperature() {
        Map<String, Interval> all = new TreeMap<>();
        temperatures.keySet().forEach(group -> all.put(group, interval(model(), group)));
        return all;
    }

    /** From a mean temperature over the days, too, which is rounded to so many decimals. */
    Map<String, Interval> with(BigDecimal mean, int decimals) {
        double shown = mean.setScale(decimals, RoundingMode.HALF_UP).doubleValue();
        double half = 0.5 * Math.pow(10, -decimals);
        Map<String, Interval> all = new TreeMap<>();
        temperatures.keySet().forEach(group -> {
            ExpressionsBasedModel model = model();
            Expression weighted = model.newExpression("temperature");
            int column = 0;
            for (BigDecimal temperature : temperatures.values()) {
                weighted.set(column++, temperature.doubleValue());
            }
            weighted.lower(days * (shown - half)).upper(days * (shown + half));
            all.put(group, interval(model, group));
        });
        return all;
    }

    private ExpressionsBasedModel model() {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        temperatures.keySet().forEach(group -> model.newVariable(group).lower(0));
        Expression all = model.newExpression("days").level(days);
        for (int i = 0; i < temperatures.size(); i++) {
            all.set(i, 1);
        }
        return model;
    }

    private static Interval interval(ExpressionsBasedModel model, String group) {
        model.getVariables().stream().filter(each -> each.getName().equals(group)).forEach(each -> each.weight(1));
        return new Interval(value(model.minimise()), value(model.maximise()));
    }

    private static double value(Optimisation.Result result) {
        if (!result.getState().isOptimal()) {
            throw new IllegalStateException("the solver found nothing: " + result);
        }
        return result.getValue();
    }
}
