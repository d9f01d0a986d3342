package io.tidemark.generate;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.LossCause;
import io.tidemark.generate.coast.GeneratedSite;
import io.tidemark.generate.farm.LossTally;
import io.tidemark.generate.farm.SiteRecords;
import io.tidemark.generate.farm.StockedUnit;
import io.tidemark.generate.farm.Treatment;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** The days of a coast's net-pens as they are delivered: what the figures of {@link PenFigures} are made of. */
final class PenRecords implements SiteRecords {

    /**
     * One pen from its first delivered day to its last: fish at the start of each day, that day's dead, and those of
     * gill disease.
     */
    static final class Pen {
        private final GeneratedSite site;
        private final int first;
        private final Map<LossCause, Integer> causes = new EnumMap<>(LossCause.class);
        private int[] fish = new int[256];
        private int[] dead = new int[256];
        private int[] gills = new int[256];
        private int days;

        private Pen(GeneratedSite site, int first) {
            this.site = site;
            this.first = first;
        }

        GeneratedSite site() {
            return site;
        }

        /** First epoch day. */
        int first() {
            return first;
        }

        /** Epoch day after the last. */
        int end() {
            return first + days;
        }

        /** Fish at the start of an epoch day, 0 outside of its days. */
        int fish(int day) {
            return day < first || day >= end() ? 0 : fish[day - first];
        }

        int dead(int day) {
            return day < first || day >= end() ? 0 : dead[day - first];
        }

        /** Dead of gill disease, amoebic gill disease too. */
        int gills(int day) {
            return day < first || day >= end() ? 0 : gills[day - first];
        }

        /** Dead fish by cause over all days. */
        Map<LossCause, Integer> causes() {
            return causes;
        }

        private void add(int count) {
            if (days == fish.length) {
                fish = Arrays.copyOf(fish, 2 * days);
                dead = Arrays.copyOf(dead, 2 * days);
                gills = Arrays.copyOf(gills, 2 * days);
            }
            fish[days++] = count;
        }

        private void lost(LossTally tally) {
            tally.deadByCause().forEach((cause, count) -> {
                dead[days - 1] += count;
                gills[days - 1] += cause == LossCause.GILL_DISEASE || cause == LossCause.AGD ? count : 0;
                causes.merge(cause, count, Integer::sum);
            });
        }
    }

    /** A treatment of some pens. */
    record Treated(Treatment.Method method, int day, List<Pen> pens) {
    }

    private final List<Pen> pens = new ArrayList<>();
    private final List<Treated> treatments = new ArrayList<>();
    private final Map<StockedUnit, Pen> open = new LinkedHashMap<>();

    /** Simulates the sites at sea of a coast that are wanted; the platform's alone. */
    static PenRecords of(GeneratedCoast coast, Predicate<GeneratedSite> wanted) throws IOException {
        PenRecords records = new PenRecords();
        for (int i = 0; i < coast.owner().length; i++) {
            GeneratedSite site = coast.sites().get(i);
            if (!site.onshore() && wanted.test(site)) {
                coast.simulation(i, null).run(records);
                records.open.clear();
            }
        }
        return records;
    }

    List<Pen> pens() {
        return pens;
    }

    List<Treated> treatments() {
        return treatments;
    }

    @Override
    public boolean wanted(int day) {
        return true;
    }

    @Override
    public void stock(String date, GeneratedSite site, StockedUnit unit, int count, double weight) {
        open.computeIfAbsent(unit, u -> {
            Pen pen = new Pen(site, day(date));
            pens.add(pen);
            return pen;
        }).add(count);
    }

    @Override
    public void losses(String date, GeneratedSite site, StockedUnit unit, LossTally tally, double weight, Draws draws) {
        Objects.requireNonNull(open.get(unit)).lost(tally);
    }

    @Override
    public void feed(String date, GeneratedSite site, StockedUnit unit, double feedKg) {
        // not needed
    }

    @Override
    public void temperature(String date, GeneratedSite site, double temperature, double depth, int readings) {
        // not needed
    }

    @Override
    public void treatment(String date, GeneratedSite site, int number, Treatment treatment, boolean namesUnits) {
        // a pen whose first delivered day this is has no day before to compare with
        List<Pen> treated = treatment.units().stream().map(open::get).filter(Objects::nonNull).toList();
        treatments.add(new Treated(treatment.method(), day(date), treated));
    }

    private static int day(String date) {
        return Math.toIntExact(LocalDate.parse(date).toEpochDay());
    }
}
