package io.tidemark.generate.farm;

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

    /** Gill disease at a third of this production area's sites, by their numbers, this many days before the end. */
    static final int GILLS_AREA = 6;
    private static final int GILLS_ONE_IN = 3;
    private static final int GILLS = 75;
    private static final int GILLS_DAYS = 60;
    private static final double GILLS_SHARE = 0.20;
    /** The first company's sites of this area are not treated for months, then all on one day, with high losses. */
    static final int DELOUSED_AREA = 3;
    private static final int DELOUSED = 45;
    private static final int UNTREATED_DAYS = 120;
    private static final double DELOUSED_SHARE = 0.05;
    private static final int DELOUSED_DAYS = 12;
    private static final double DELOUSED_FADES = 3;
    /** One generation does well in this platform area (Nordland): its losses relative to others'. */
    static final int GOOD_PLATFORM_AREA = 4;
    private static final double GOOD_SHARE = 0.35;
    /** One site of a small company is no longer fed. */
    private static final int STOPS = 28;
    private static final int SMALL_COMPANY = 4;
    /** A storm at one site of the first company; its days are first delivered without losses. */
    private static final int STORM = 18;
    private static final int STORM_DAYS = 4;
    private static final double STORM_SHARE = 0.15;
    private static final int WITHHELD_AFTER = 8;
    /** One company has its fish where most die, and loses fewer of them than others would there. */
    static final double CAREFUL_SHARE = 0.9;
    /** Flushing and brushing cost more for large fish (gram): losses relative to the method's. */
    static final double LARGE = 4_000;
    private static final double LARGE_FLUSHED = 4;
    /**
     * Few fish die at one site of the first company, then deaths without a known cause rise to the limit from which the
     * authority asks for one.
     */
    private static final int CALM = 50;
    private static final double CALM_SHARE = 0.35;
    private static final double CALM_FROM_MOST = 0.000_15;
    private static final double CALM_WEIGHT_LEAST = 450;
    private static final double CALM_WEIGHT_MOST = 3_000;
    private static final int CALM_AGE_LEAST = 90;
    private static final int RISE = 11;
    private static final int RISE_DAYS = 40;
    private static final double RISE_SHARE = 0.08;
    /** A site suits an event if its fish have a weight (gram) between these and are not about to be harvested. */
    private static final double WEIGHT_LEAST = 800;
    private static final double WEIGHT_MOST = 3_600;

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
        events.add("gill disease at a third of the sites of production area " + GILLS_AREA + " from " + date(GILLS));
        events.add("a late delousing of F01 in production area " + DELOUSED_AREA + " on " + date(DELOUSED)
                + ", none in the " + UNTREATED_DAYS + " days before");
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
            small = farmer != null && !isFirst(farmer) && farmSites <= SMALL_COMPANY && farmer.reportsFeed()
                    && farmer.delivers(end) && !site.onshore();
        }

        /** Applies the events to the units on a day. */
        void befall(List<StockedUnit> units, int day) {
            int left = end - day;
            if (left == GILLS && gillsStrike()) {
                units.forEach(unit -> unit.add(LossEpisode.event(LossCause.GILL_DISEASE, day, GILLS_DAYS,
                        GILLS_SHARE)));
            } else if (left == DELOUSED && delousedLate()) {
                units.forEach(unit -> unit.add(LossEpisode.shock(
                        LossCause.THERMAL, day + 1, DELOUSED_DAYS, DELOUSED_SHARE, DELOUSED_FADES)));
            } else if (left == STOPS && small && !stopped && canBear(units, day)) {
                stopped = true;
                starves = true;
                tell("is not fed any more", STOPS, units);
            } else if (left == STORM && first && corrections != null && !stormed && !rises && canBear(units, day)) {
                stormed = true;
                withholds = true;
                units.forEach(unit -> unit.add(LossEpisode.shock(LossCause.STORM, day, STORM_DAYS, STORM_SHARE,
                        STORM_DAYS)));
                tell("lost fish in a storm that only a correction (the folder _correction) tells of", STORM, units);
            } else if (left == CALM && first && !calmed && !delousedLate() && areCalm(units, day)) {
                calmed = true;
                rises = true;
                units.forEach(unit -> unit.setHardship(CALM_SHARE));
            } else if (left == RISE && rises && !units.isEmpty()) {
                units.forEach(unit -> unit.add(LossEpisode.event(LossCause.UNKNOWN, day, RISE_DAYS, RISE_SHARE)));
                tell("has deaths without a known cause that rise", RISE, units);
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
                    && unit.weight() > WEIGHT_LEAST && unit.weight() < WEIGHT_MOST);
        }

        private static boolean areCalm(List<StockedUnit> units, int day) {
            return !units.isEmpty() && units.stream().allMatch(unit -> isCalm(unit, day));
        }

        /** Whether few fish die in a unit that has been at sea for some time. */
        private static boolean isCalm(StockedUnit unit, int day) {
            double dying = unit.origin().baseline() + unit.episodes(day).stream()
                    .mapToDouble(episode -> episode.on(day)).sum();
            return unit.hasFish(day) && !unit.harvestPlanned() && unit.age(day) >= CALM_AGE_LEAST
                    && dying <= CALM_FROM_MOST && unit.weight() > CALM_WEIGHT_LEAST && unit.weight() < CALM_WEIGHT_MOST;
        }

        private boolean gillsStrike() {
            return site.coast().id() == GILLS_AREA && !site.onshore() && Math.floorMod(site.key(), GILLS_ONE_IN) == 0;
        }

        private boolean delousedLate() {
            return first && site.coast().id() == DELOUSED_AREA;
        }

        /** Whether treatments are postponed on this day: before the late delousing, and where deaths are to rise. */
        boolean putsTreatmentOff(int day) {
            int left = end - day;
            return rises || (delousedLate() && left >= DELOUSED && left < DELOUSED + UNTREATED_DAYS);
        }

        /** Whether the late delousing is on this day. */
        boolean delouses(int day) {
            return delousedLate() && end - day == DELOUSED;
        }

        /** Whether the site is neither fed nor harvested on this day. */
        boolean starves() {
            return starves;
        }

        /** The receiver of this day's losses if they are corrected later; null on an ordinary day. */
        public @Nullable SiteRecords corrects(int day) {
            int left = end - day;
            return withholds && left >= STORM - WITHHELD_AFTER ? corrections : null;
        }

        /** The losses of a generation's fish relative to others. */
        double losses(String generation) {
            boolean good = site.coast().platformArea() == GOOD_PLATFORM_AREA && generation.equals(goodGeneration);
            boolean careful = farmer != null && farmer.id().equals(Story.this.careful) && !site.onshore();
            return (good ? GOOD_SHARE : 1) * (careful ? CAREFUL_SHARE : 1);
        }

        /** The losses of a treatment relative to others of its method. */
        double losses(Treatment treatment) {
            boolean large = treatment.units().stream().mapToDouble(StockedUnit::weight).average().orElse(0) >= LARGE;
            return large && treatment.method() == Treatment.Method.MECHANICAL ? LARGE_FLUSHED : 1;
        }
    }
}
