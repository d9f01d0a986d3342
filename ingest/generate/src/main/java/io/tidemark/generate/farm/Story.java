package io.tidemark.generate.farm;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import io.tidemark.generate.biology.LossCause;
import io.tidemark.generate.biology.LossEpisode;
import io.tidemark.generate.coast.Farmer;
import io.tidemark.generate.coast.GeneratedSite;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Eight things to discover in a generated coast, dated by days before its end. All are our choice. An event for a
 * single site happens at the first suitable site.
 */
public final class Story {

    private static final Plot PLOT = YamlResource.read(Story.class, "story.yaml", new TypeReference<>() {});

    /** The numbers of story.yaml, which says what each means. */
    private record Plot(int gillsArea, int gillsOneIn, int gills, int gillsDays, double gillsShare, int delousedArea,
            int deloused, int untreatedDays, double delousedShare, int delousedDays, double delousedFades,
            int goodPlatformArea, double goodShare, int stops, int smallCompany, int storm, int stormDays,
            double stormShare, int withheldAfter, double carefulShare, double large, double largeFlushed, int calm,
            double calmShare, double calmFromMost, double calmWeightLeast, double calmWeightMost, int calmAgeLeast,
            int rise, int riseDays, double riseShare, double weightLeast, double weightMost) {}

    private final int end;
    private final String goodGeneration;
    private final List<String> events = new ArrayList<>();
    private boolean stopped;
    private boolean stormed;
    private boolean calmed;
    private final @Nullable String careful;

    /**
     * Creates the story.
     *
     * @param careful the company whose fish are where most die; null on a coast too small for one
     */
    public Story(LocalDate lastDay, @Nullable String careful) {
        end = Math.toIntExact(lastDay.toEpochDay());
        this.careful = careful;
        goodGeneration = "H" + (lastDay.getYear() - 1);
        events.add("gill disease at a third of the sites of production area " + PLOT.gillsArea() + " from "
                + date(PLOT.gills()));
        events.add("a late delousing of F01 in production area " + PLOT.delousedArea() + " on " + date(PLOT.deloused())
                + ", none in the " + PLOT.untreatedDays() + " days before");
        events.add("a good generation, " + goodGeneration + " in production areas 8 and 9");
        if (careful != null) {
            events.add("a company that loses more than the coast and less than others with like fish, " + careful);
        }
        events.add("mechanical delousing that costs four times as much from 4 kg on");
    }

    /** Whether the company is the first one, which has the delousing and the correction. */
    public static boolean isFirst(Farmer farmer) {
        return farmer.id().equals("F01");
    }

    /** The events, a line each. */
    public List<String> events() {
        return List.copyOf(events);
    }

    private LocalDate date(int daysBeforeEnd) {
        return LocalDate.ofEpochDay((long) end - daysBeforeEnd);
    }

    /**
     * The story's part at a site.
     *
     * @param farmer    its company; null outside the platform
     * @param farmSites sites of the company
     * @param corrections receives the records that are delivered late
     */
    public Part of(GeneratedSite site, @Nullable Farmer farmer, int farmSites, @Nullable SiteRecords corrections) {
        return new Part(site, farmer, farmSites, corrections);
    }

    /** The events at one site. */
    public final class Part {
        private final GeneratedSite site;
        private final @Nullable Farmer farmer;
        private final @Nullable SiteRecords corrections;
        private final boolean first;
        private final boolean small;
        private boolean starves;
        private boolean withholds;
        private boolean rises;

        private Part(GeneratedSite site, @Nullable Farmer farmer, int farmSites, @Nullable SiteRecords corrections) {
            this.corrections = corrections;
            this.site = site;
            this.farmer = farmer;
            first = farmer != null && isFirst(farmer) && !site.onshore();
            small = farmer != null && !isFirst(farmer) && farmSites <= PLOT.smallCompany() && farmer.reportsFeed()
                    && farmer.delivers(end) && !site.onshore();
        }

        /** Applies the events to the units on a day. */
        void befall(List<StockedUnit> units, int day) {
            int left = end - day;
            if (left == PLOT.gills() && gillsStrike()) {
                units.forEach(unit -> unit.add(LossEpisode.event(LossCause.GILL_DISEASE, day, PLOT.gillsDays(),
                        PLOT.gillsShare())));
            } else if (left == PLOT.deloused() && delousedLate()) {
                units.forEach(unit -> unit.add(LossEpisode.shock(
                        LossCause.THERMAL, day + 1, PLOT.delousedDays(), PLOT.delousedShare(), PLOT.delousedFades())));
            } else if (left == PLOT.stops() && small && !stopped && canBear(units, day)) {
                stopped = true;
                starves = true;
                tell("is not fed any more", PLOT.stops(), units);
            } else if (left == PLOT.storm() && first && corrections != null && !stormed && !rises
                    && canBear(units, day)) {
                stormed = true;
                withholds = true;
                units.forEach(unit -> unit.add(LossEpisode.shock(LossCause.STORM, day, PLOT.stormDays(),
                        PLOT.stormShare(), PLOT.stormDays())));
                tell("lost fish in a storm that only a correction (the folder _correction) tells of", PLOT.storm(),
                        units);
            } else if (left == PLOT.calm() && first && !calmed && !delousedLate() && areCalm(units, day)) {
                calmed = true;
                rises = true;
                units.forEach(unit -> unit.setHardship(PLOT.calmShare()));
            } else if (left == PLOT.rise() && rises && !units.isEmpty()) {
                units.forEach(unit -> unit.add(LossEpisode.event(LossCause.UNKNOWN, day, PLOT.riseDays(),
                        PLOT.riseShare())));
                tell("has deaths without a known cause that rise", PLOT.rise(), units);
            }
        }

        private void tell(String what, int daysBeforeEnd, List<StockedUnit> units) {
            if (farmer != null) {
                events.add("site " + site.id() + " of " + farmer.id() + " in production area " + site.coast().id()
                        + " (" + units.getFirst().origin().generation() + ") " + what + ", from "
                        + date(daysBeforeEnd));
            }
        }

        private static boolean canBear(List<StockedUnit> units, int day) {
            return !units.isEmpty() && units.stream().allMatch(unit -> unit.hasFish(day) && !unit.harvestPlanned()
                    && unit.weight() > PLOT.weightLeast() && unit.weight() < PLOT.weightMost());
        }

        private static boolean areCalm(List<StockedUnit> units, int day) {
            return !units.isEmpty() && units.stream().allMatch(unit -> isCalm(unit, day));
        }

        /** Whether few fish die in a unit that has been at sea for some time. */
        private static boolean isCalm(StockedUnit unit, int day) {
            double dying = unit.origin().baseline() + unit.episodes(day).stream()
                    .mapToDouble(episode -> episode.on(day)).sum();
            return unit.hasFish(day) && !unit.harvestPlanned() && unit.age(day) >= PLOT.calmAgeLeast()
                    && dying <= PLOT.calmFromMost() && unit.weight() > PLOT.calmWeightLeast()
                    && unit.weight() < PLOT.calmWeightMost();
        }

        private boolean gillsStrike() {
            return site.coast().id() == PLOT.gillsArea() && !site.onshore()
                    && Math.floorMod(site.key(), PLOT.gillsOneIn()) == 0;
        }

        private boolean delousedLate() {
            return first && site.coast().id() == PLOT.delousedArea();
        }

        /** Whether treatments are postponed on this day: before the late delousing, and where deaths are to rise. */
        boolean putsTreatmentOff(int day) {
            int left = end - day;
            return rises
                    || (delousedLate() && left >= PLOT.deloused() && left < PLOT.deloused() + PLOT.untreatedDays());
        }

        /** Whether the late delousing is on this day. */
        boolean delouses(int day) {
            return delousedLate() && end - day == PLOT.deloused();
        }

        /** Whether the site is neither fed nor harvested on this day. */
        boolean starves() {
            return starves;
        }

        /** The receiver of this day's losses if they are corrected later; null on an ordinary day. */
        public @Nullable SiteRecords corrects(int day) {
            int left = end - day;
            return withholds && left >= PLOT.storm() - PLOT.withheldAfter() ? corrections : null;
        }

        /** The losses of a generation's fish relative to others. */
        double losses(String generation) {
            boolean good = site.coast().platformArea() == PLOT.goodPlatformArea() && generation.equals(goodGeneration);
            boolean careful = farmer != null && farmer.id().equals(Story.this.careful) && !site.onshore();
            return (good ? PLOT.goodShare() : 1) * (careful ? PLOT.carefulShare() : 1);
        }

        /** The losses of a treatment relative to others of its method. */
        double losses(Treatment treatment) {
            double weight = treatment.units().stream().mapToDouble(StockedUnit::weight).average().orElse(0);
            boolean large = weight >= PLOT.large();
            return large && treatment.method() == Treatment.Method.MECHANICAL ? PLOT.largeFlushed() : 1;
        }
    }
}
