package io.tidemark.generate.biology;

/**
 * Every number of the generator that describes sea, fish, feed, lice, losses and treatments, each with its source. "Our
 * choice" means that no published value is used; the number is set to give the result named beside it. The choices
 * together are set to meet the Directorate of Fisheries' biomass statistics by county, salmon, January 2018 to February
 * 2023, month by month (docs/coast.md has the comparison), and 16 to 24 months at sea to harvest (Thyholdt 2014).
 * {@code AreaSeasons} has the months, {@link CountingHabit} the days without a count.
 */
@SuppressWarnings("MutablePublicArray") // tables of numbers, read in the innermost loops and written by nobody
public final class BiologyParameters {

    private BiologyParameters() {}

    /**
     * Sea temperature. All numbers are our choice, to give winters of 4 to 6 and summers of 13 to 16 degrees in the
     * south, 3 to 4 and 9 to 11 in the north, warmest in August and later with depth: the pattern of the Institute of
     * Marine Research's fixed coastal stations (Lista to Ingøy).
     */
    public static final class Sea {
        /** Latitude (degrees north) at which both values below are given. */
        static final double SOUTH = 58;
        /** Yearly mean at the surface at {@link #SOUTH}, degrees Celsius. */
        static final double MEAN_SOUTH = 10.0;
        /** Change of the mean with each degree of latitude. */
        static final double MEAN_PER_DEGREE = -0.27;
        /** Half of the distance from winter to summer at the surface at {@link #SOUTH}. */
        static final double SWING_SOUTH = 5.6;
        /** Change of the swing with each degree of latitude. */
        static final double SWING_PER_DEGREE = -0.12;
        /** Depth (metres) at which the swing falls to 1/e. */
        static final double SWING_DEPTH = 60;
        /** Day of the year with the warmest surface (18 August). */
        static final double WARMEST_DAY = 230;
        /** Delay of the warmest day for each metre of depth, days. */
        static final double LAG_PER_METRE = 1.2;
        /** Standard deviation of a whole month's anomaly along the coast. */
        static final double MONTH_ANOMALY = 0.6;
        /** Share of a month's anomaly that remains in the next month. */
        static final double ANOMALY_MEMORY = 0.8;
        /** Standard deviation of a site's lasting difference from its latitude. */
        static final double SITE_OFFSET = 0.4;
        /** Standard deviation of a day's own change, and the share of it that remains on the next day. */
        static final double DAY_NOISE = 0.25;
        static final double DAY_MEMORY = 0.8;
        /** Depth (metres) at which the fish live. */
        public static final double FISH_DEPTH = 5;
        /** Lower and upper limit: sea water does not get colder, and the coast has not been observed warmer. */
        static final double COLDEST = -1;
        static final double WARMEST = 22;
        /** Tank water on land, mean and yearly swing: our choice, heated water as recirculating smolt farms keep it. */
        static final double TANK_MEAN = 12.5;
        static final double TANK_SWING = 1.2;
        /** The depths at which sites measure, in metres; NaN is a reading without depth. Our choice. */
        public static final double[][] SENSOR_DEPTHS = {{3}, {5}, {3, 10}, {5, 15}, {1, 5, 10, 20}, {3, 5, 10, 15},
                {Double.NaN}};
        /**
         * Share of days without a reading, share of sites that also measure while fallow, and share of sites with a
         * logging sensor.
         */
        public static final double READING_MISSED = 0.03;
        public static final double MEASURES_WHEN_FALLOW = 0.3;
        public static final double SENSOR_SHARE = 0.5;
        /** Readings per day of a logging sensor. */
        public static final int SENSOR_READINGS = 24;

        private Sea() {}
    }

    /** Growth by the thermal growth coefficient. */
    public static final class Growing {
        /**
         * TGC (x 1000, gram^(1/3) per degree-day): formula of Iwama and Tautz 1981, its use for Atlantic salmon
         * reviewed by Thorarensen and Farrell 2011. The value is our choice, to give about 16 months at sea in the
         * south and 19 in the north, within the 16 to 24 named above.
         */
        public static final double TGC_SALMON = 2.8;
        /** Our choice: rainbow trout grow a little faster. */
        public static final double TGC_TROUT = 3.0;
        /** TGC on land, our choice. */
        public static final double TGC_TANK = 1.9;
        /** Standard deviation between units, our choice. */
        public static final double TGC_SPREAD = 0.18;
        /**
         * Effective degrees at 0 C, and their increase for each degree up to the best temperature. The formula itself
         * has 0 and 1, which is known to undershoot in cold water (Jobling 2003). Our choice, to meet the feed use of
         * the authority's statistics: 0.4 % of the biomass a day in February and March, 0.9 % in August.
         */
        static final double DEGREES_AT_ZERO = 2.2;
        static final double DEGREES_PER_DEGREE = 0.85;
        /** Above this temperature growth declines (Handeland et al. 2008: post-smolt grow best near 14 degrees). */
        static final double BEST_TEMPERATURE = 14;
        /** Effective degrees lost for each degree above the best temperature, our choice. */
        static final double LOST_ABOVE_BEST = 1.5;

        private Growing() {}
    }

    /** Feed. */
    public static final class Feeding {
        /**
         * Biological feed conversion ratio of small and of large fish (kg feed per kg growth). Our choice, to
         * give about 1.15 over a whole production.
         */
        static final double FCR_SMALL = 1.05;
        static final double FCR_LARGE = 1.36;
        /** Weight (gram) at which the ratio reaches {@link #FCR_LARGE}. */
        static final double FCR_LARGE_AT = 5_000;
        /** Daily appetite relative to the table: mean, standard deviation. Our choice. */
        public static final double APPETITE = 0.98;
        public static final double APPETITE_SPREAD = 0.10;
        /** Lowest and highest ration relative to the table. Our choice. */
        public static final double APPETITE_LEAST = 0.5;
        public static final double APPETITE_MOST = 1.2;
        /** Appetite in the days after transfer, and after a treatment with handling. Our choice. */
        public static final double[] AFTER_TRANSFER = {0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9};
        public static final double[] AFTER_HANDLING = {0.3, 0.6, 0.85};
        /** Days without feed before a treatment with handling and before harvest. Usual practice, our choice. */
        public static final int STARVED_BEFORE_HANDLING = 2;
        public static final int STARVED_BEFORE_HARVEST = 3;
        /** Share of days lost to weather in winter (October to March) and in summer, and of days without a report. */
        public static final double WEATHER_WINTER = 0.025;
        public static final double WEATHER_SUMMER = 0.004;
        public static final double REPORT_MISSED = 0.01;
        /** Appetite if more than this share of the unit dies of disease in a day. Our choice. */
        public static final double SICK_ABOVE = 0.0006;
        public static final double APPETITE_SICK = 0.7;

        private Feeding() {}
    }

    /** Stocking, harvest and fallowing. Our choice unless a source is named. */
    public static final class Stocking {
        /** Simulated days before the delivery: two cycles of the slowest fish, so that day one has fish of all ages. */
        static final int DAYS_BEFORE_DELIVERY = 1_300;
        /** Months of authority figures before the delivery's first month. */
        public static final int AUTHORITY_MONTHS_BEFORE = 14;
        /** Days over which the first transfers are spread. */
        public static final int FIRST_TRANSFER_SPREAD = 365;
        /** Maximum shift of a transfer's place in the year from the even spread over the sites. */
        public static final double PLACE_SHIFT = 0.02;
        /** Fish stocked per unit; the legal limit is 200,000 in one (akvakulturdriftsforskriften). */
        public static final int FISH_LEAST = 90_000;
        public static final int FISH_MOST = 190_000;
        public static final int TANK_FISH_LEAST = 120_000;
        public static final int TANK_FISH_MOST = 350_000;
        /** Transfer weight in gram: ordinary smolt, and large post-smolt with their share of cohorts. */
        public static final double SMOLT_LEAST = 80;
        public static final double SMOLT_MOST = 250;
        public static final double POSTSMOLT_LEAST = 300;
        public static final double POSTSMOLT_MOST = 700;
        public static final double POSTSMOLT_SHARE = 0.15;
        /** Spread of the mean weight between the units of a cohort, as a share. */
        public static final double WEIGHT_SPREAD = 0.06;
        /** Share of sites whose fish come from two hatcheries. */
        public static final double TWO_ORIGINS = 0.3;
        /** Maximum days from one unit's stocking to the next. */
        public static final int UNIT_STEP_MOST = 4;
        /** All units of a site are stocked within this many days. */
        public static final int STOCKED_WITHIN = 24;
        /** Harvest weight in gram: mean, standard deviation, limits; trout are harvested smaller. */
        public static final double HARVEST_WEIGHT = 4_400;
        public static final double HARVEST_SPREAD = 420;
        public static final double HARVEST_LEAST = 3_600;
        public static final double HARVEST_MOST = 6_300;
        public static final double HARVEST_TROUT = 0.75;
        /** Days at sea after which a unit is harvested at any weight. */
        public static final int OLDEST = 720;
        /** Days after a site's first harvest within which all other harvests begin. */
        public static final int SITE_EMPTIED_WITHIN = 80;
        /** Units harvested at the same time, harvest days of a unit, and days between them. */
        public static final int UNITS_AT_A_TIME = 2;
        public static final int HARVEST_DAYS_MOST = 4;
        public static final int HARVEST_STEP_MOST = 6;
        /**
         * Left-over fish: the small and weak ones that stay when a pen is harvested. Share of cohorts with left-over
         * fish, share of pens in such a cohort, share of a pen's fish, their days, and their weight relative to the
         * pen's mean.
         */
        public static final double LEFT_OVER_COHORTS = 0.25;
        public static final double LEFT_OVER_PENS = 0.6;
        public static final double LEFT_OVER_LEAST = 0.01;
        public static final double LEFT_OVER_MOST = 0.05;
        public static final int LEFT_OVER_DAYS_LEAST = 30;
        public static final int LEFT_OVER_DAYS_MOST = 120;
        public static final double LEFT_OVER_WEIGHT = 0.6;
        /** Minimum fallow of two months (akvakulturdriftsforskriften). */
        public static final int FALLOW_LEAST = 61;
        /** On land: stocking weight, days there, and days between two batches. */
        public static final double TANK_WEIGHT_LEAST = 5;
        public static final double TANK_WEIGHT_MOST = 15;
        public static final int TANK_DAYS_LEAST = 190;
        public static final int TANK_DAYS_MOST = 250;
        public static final int TANK_CLEANING_LEAST = 14;
        public static final int TANK_CLEANING_MOST = 40;
        /** Daily chance that a count is corrected, and the correction's standard deviation as a share. */
        public static final double CORRECTION_CHANCE = 0.003;
        public static final double CORRECTION_SPREAD = 0.004;
        /** Share of rainbow trout sites in production areas 3 to 5 (where most of it is farmed); our choice. */
        public static final double TROUT_SHARE = 0.12;
        public static final int TROUT_FIRST_AREA = 3;
        public static final int TROUT_LAST_AREA = 5;

        private Stocking() {}
    }

    /**
     * Sea lice and the measures against them. Limits: luseforskriften (0.5 adult females a fish, 0.2 in weeks 16 to 21
     * in the south and 21 to 26 from Nordland on). All else is our choice; most treatments are without medicine, as the
     * Fish Health Report describes.
     */
    public static final class Lice {
        /**
         * A method.
         *
         * @param share  share of treatments against lice that use it
         * @param effect share of the lice that it removes
         * @param loss   median share of the fish that it kills
         */
        public record MethodTraits(double share, double effect, double loss) {}

        public static final double LIMIT = 0.5;
        public static final double LIMIT_SPRING = 0.2;
        public static final int SPRING_FIRST_WEEK_SOUTH = 16;
        public static final int SPRING_FIRST_WEEK_NORTH = 21;
        public static final int SPRING_WEEKS = 6;
        public static final int FIRST_NORTHERN_AREA = 8;
        /**
         * Weekly growth of the lice count: exponent for each degree (their development time falls with temperature).
         */
        public static final double GROWTH_PER_DEGREE = 0.016;
        /**
         * Lice per fish that arrive in a week at 10 degrees, by production area: our choice, to give the measures
         * against lice per site and year of 2017, without cleaner fish (BarentsWatch, measures 2012 to 2018): 0.1 in
         * area 1, 3.2 to 3.9 in areas 2 to 6, 1.8 to 2.7 in 7 to 10, about 1 in 11 and 12.
         */
        public static final double[] ARRIVING =
                {0.00000, 0.0019, 0.0034, 0.0088, 0.0101, 0.0078, 0.00054, 0.0040, 0.0011, 0.0014, 0.00011, 0.00019,
                0.00000};
        /** A site treats when its lice reach a share of the limit between these two. */
        public static final double TREATS_FROM = 0.6;
        public static final double TREATS_TO = 1.2;
        /** Minimum weeks between two treatments, and days from decision to treatment. */
        public static final int WEEKS_BETWEEN = 4;
        public static final int DECISION_LEAST = 3;
        public static final int DECISION_MOST = 5;
        /** Degrees from which lice are counted every week, by the rules on lice counts. */
        public static final double COUNTED_WEEKLY_FROM = 4;
        /**
         * Scatter of a count of ten to twenty fish of a pen, and the other stages for each adult female. Our choice.
         */
        public static final double COUNT_SIGMA = 0.25;
        public static final double MOBILE_FOR_EACH_ADULT = 2.2;
        public static final double ATTACHED_FOR_EACH_ADULT = 0.9;
        /** Share of treatments of only some units. */
        public static final double PARTIAL_SHARE = 0.25;
        /** Below this weight (gram) medicine in feed is preferred, and the strength of the preference. */
        public static final double SMALL_FISH = 800;
        public static final double SMALL_FISH_MEDICINE = 4;
        /**
         * Share of weeks with fish in which cleaner fish are stocked, by production area. The pattern is that of the
         * measures against lice of 2017 (BarentsWatch), 60 % of which were cleaner fish; our choice is a third of it:
         * 60 million were stocked in 2019 and about 30 million in 2023, half of them lumpfish (Institute of Marine
         * Research, report 2024-31).
         */
        public static final double[] CLEANERFISH_WEEKS =
                {0.22, 0.065, 0.075, 0.045, 0.08, 0.08, 0.022, 0.016, 0.002, 0.004, 0.003, 0.002, 0};
        /** Days after the transfer until cleaner fish are stocked, and the share of arriving lice that remains. */
        public static final int CLEANERFISH_AFTER = 45;
        public static final double LUMPFISH_SHARE = 0.5;
        public static final double CLEANERFISH_EFFECT = 0.8;
        /** The traits of each delousing method; cleaner fish are chosen by other rules and remove lice only slowly. */
        public static final MethodTraits THERMAL = new MethodTraits(0.30, 0.75, 0.00255);
        public static final MethodTraits MECHANICAL = new MethodTraits(0.33, 0.70, 0.0021);
        public static final MethodTraits FRESHWATER = new MethodTraits(0.14, 0.85, 0.0014);
        public static final MethodTraits BATH = new MethodTraits(0.08, 0.70, 0.0012);
        public static final MethodTraits MEDICINE = new MethodTraits(0.07, 0.65, 0);
        public static final MethodTraits COMBINATION = new MethodTraits(0.08, 0.90, 0.0027);
        public static final MethodTraits CLEANERFISH = new MethodTraits(0, 0, 0);
        /** Chance of a freshwater bath against amoebic gill disease, and days from its start. */
        public static final double AGD_BATH_CHANCE = 0.35;
        public static final int AGD_BATH_AFTER = 20;
        /**
         * Chance in a site-year of a medicine against tapeworm (from
         * production area 6 northwards) and of an antibiotic.
         */
        public static final double TAPEWORM_CHANCE = 0.15;
        public static final int TAPEWORM_FIRST_AREA = 6;
        public static final double ANTIBIOTIC_CHANCE = 0.012;
        /** Days from the arrival of a batch on land to its vaccination. */
        public static final int VACCINATED_AFTER = 110;
        public static final MethodTraits VACCINATION = new MethodTraits(0, 0, 0.006);

        private Lice() {}
    }

    /**
     * Losses. The numbers are set to give the dead of the statistics named above, and a few per cent of culling; the
     * causes of the dead at sea of 2023: infections 38, injuries 33, environment 3, physiology 5, other 2, unknown 20 %
     * (AquaCloud in the Fish Health Report 2023); 0.2 to 0.3 % more dead in the 14 days after a usual delousing with
     * warm water, 31 % of them with markedly more (Overton et al. 2019, Walde et al. 2021), fewer after mechanical
     * treatments, and fewer still after others (same sources). Most pens lose little in most weeks, few lose much: our
     * choice is one week in a hundred above fifty times the median. Shares, lengths and chances are our choice, to give
     * these results.
     */
    public static final class Losses {
        /** Median of the daily deaths without any event, as a share of the stock, at sea and in tanks. */
        public static final double BASELINE = 0.000035;
        public static final double BASELINE_TANK = 0.00012;
        /** Standard deviation (of the logarithm) between units, at sea and in tanks. */
        public static final double BASELINE_SPREAD = 1.0;
        public static final double BASELINE_TANK_SPREAD = 0.5;
        /** Shares of the everyday causes, in the order of {@link LossCause#EVERYDAY} and {@link LossCause#IN_TANKS}. */
        public static final double[] EVERYDAY_WEIGHTS = {0.40, 0.10, 0.21, 0.08, 0.03, 0.04, 0.03, 0.03, 0.02, 0.03,
                0.03};
        public static final double[] IN_TANKS_WEIGHTS = {0.38, 0.22, 0.14, 0.10, 0.06, 0.06, 0.04};
        /** Share of days on which the baseline's dead are registered under two causes. */
        public static final double SECOND_CAUSE = 0.15;
        /**
         * Share of a pen's counts at sea registered without a cause, and the share of these registered as decomposed.
         */
        public static final double UNDETERMINED = 0.10;
        public static final double UNDETERMINED_DECOMPOSED = 0.25;
        /** Weight of lost fish relative to the unit's mean: most fish, runts, and fish that fail after transfer. */
        static final double WEIGHT = 0.92;
        static final double WEIGHT_RUNT = 0.45;
        static final double WEIGHT_NEW = 0.85;
        /** Spread of the weight of one day's lost fish. */
        public static final double WEIGHT_SPREAD = 0.06;
        /** Share of counts whose lost fish are weighed, for companies that weigh them at all. */
        public static final double WEIGHED = 0.3;
        /** Spread (of the logarithm) of the size of losses that every pen has, and of outbreaks and accidents. */
        public static final double EPISODE_SPREAD = 0.6;
        public static final double OUTBREAK_SPREAD = 1.3;
        /**
         * Maximum share of an average unit of its site that an outbreak or accident kills, before the season's factor:
         * the other fish are slaughtered first.
         */
        public static final double OUTBREAK_MOST = 0.4;

        /**
         * A bad start: median share lost, length in days, days in which it falls to 1/e. Below START_COLD degrees some
         * are ulcers, of the others a part smolt failure.
         */
        public static final double START = 0.0030;
        public static final int START_DAYS = 60;
        public static final double START_FADES = 15;
        public static final double START_COLD = 8;
        public static final double START_ULCER_CHANCE = 0.5;
        public static final double START_SMOLT_SHARE = 0.5;
        /** Transport injuries of new fish: share, days, days in which it falls to 1/e. */
        public static final double TRANSPORT = 0.003;
        public static final int TRANSPORT_DAYS = 7;
        public static final double TRANSPORT_FADES = 2;
        /**
         * Runts: share that dies, days, days in which it falls to 1/e; share culled at each sorting, and the days of
         * the sortings.
         */
        public static final double RUNTS = 0.0010;
        public static final int RUNTS_DAYS = 150;
        public static final double RUNTS_FADE = 60;
        public static final int RUNTS_AFTER = 30;
        public static final double RUNTS_CULLED = 0.001;
        public static final int SORTING_DAYS_MOST = 3;
        public static final int SORTING_SHIFT_MOST = 10;
        public static final int[] RUNT_SORTINGS = {55, 110, 200};
        /** The range of a unit's losses relative to its site's in an outbreak, and in a calamity. */
        public static final double[] UNIT_HIT = {0.5, 1.5};
        public static final double[] UNIT_STRUCK = {0.2, 1.8};
        /** Maximum delay in days until the last unit of a site falls ill. */
        public static final int UNIT_LATER = 20;
        /**
         * Gill trouble in late summer and autumn: first and last day of the year on which it begins (10 August to 1
         * October). A third of an area's sites have it in a year, in the north a fifth.
         */
        static final int[] GILL_BEGINS = {222, 274};
        public static final double GILL_CHANCE_SOUTH = 1.0 / 3;
        public static final double GILL_CHANCE_NORTH = 0.2;
        public static final double GILL = 0.024;
        public static final int GILL_DAYS = 50;
        /** Share of gill trouble in the south that is amoebic gill disease. */
        public static final double AGD_SHARE = 0.3;
        /** Winter ulcers, beginning in December, and the share of them culled. */
        static final int[] ULCER_BEGINS = {335, 365};
        public static final double ULCER_CHANCE_SOUTH = 0.25;
        public static final double ULCER_CHANCE_NORTH = 0.4;
        public static final double ULCER = 0.024;
        public static final int ULCER_DAYS = 70;
        public static final double ULCER_CULLED = 0.10;
        public static final int ULCER_CULLED_DAYS = 5;
        public static final double TENACIBACULOSIS_SHARE = 0.3;
        /**
         * Chance of an outbreak in a cohort's life, median share lost, days; earliest and latest day after transfer.
         */
        public static final double PD_CHANCE_ENDEMIC = 0.25;
        public static final double PD_CHANCE_ELSEWHERE = 0.002;
        public static final double PD = 0.045;
        public static final int PD_DAYS = 60;
        public static final int[] PD_FROM_TO = {120, 400};
        public static final double HSMI_CHANCE = 0.15;
        public static final double HSMI = 0.026;
        public static final int HSMI_DAYS = 45;
        public static final int[] HSMI_FROM_TO = {100, 300};
        public static final double CMS_CHANCE = 0.15;
        public static final double CMS = 0.042;
        public static final int CMS_DAYS = 70;
        public static final int[] CMS_FROM_TO = {300, 480};
        public static final double PASTEURELLOSIS_CHANCE = 0.12;
        public static final double PASTEURELLOSIS = 0.045;
        public static final int PASTEURELLOSIS_DAYS = 50;
        public static final int[] PASTEURELLOSIS_FROM_TO = {240, 450};
        public static final double YERSINIOSIS_CHANCE = 0.04;
        public static final double YERSINIOSIS = 0.020;
        public static final int YERSINIOSIS_DAYS = 45;
        public static final int[] YERSINIOSIS_FROM_TO = {20, 120};
        /** Last production area where pancreas disease is endemic (the PD zone reaches to Skjemta in Flatanger). */
        public static final int PD_LAST_AREA = 6;
        /** Last production area of pasteurellosis outbreaks (western Norway). */
        public static final int PASTEURELLOSIS_LAST_AREA = 4;
        /** Days in which deaths after a treatment with handling decline, and the share of them culled for injuries. */
        public static final int HANDLING_DAYS = 14;
        public static final double HANDLING_FADES = 4;
        public static final double HANDLING_CULLED = 0.10;
        public static final int HANDLING_CULLED_DAYS = 3;
        /**
         * Spread (of the logarithm) of the losses of a treatment, the range between units, the chance that a treatment
         * goes wrong, and the losses then.
         */
        public static final double HANDLING_SPREAD = 0.15;
        public static final double[] UNIT_HANDLED = {0.8, 1.2};
        public static final double HANDLING_FAILS = 0.04;
        public static final double HANDLING_FAILED = 8;
        /** Wounds of handled fish that do not heal: chance per treatment, median share, days. */
        public static final double WOUNDED_CHANCE = 0.15;
        public static final double WOUNDED = 0.015;
        public static final int WOUNDED_DAYS = 40;
        /** A calamity (algae, jellyfish, oxygen, storm): chance in a site-year, median share lost, maximum length. */
        static final double CALAMITY_CHANCE = 0.06;
        public static final double CALAMITY = 0.030;
        public static final int CALAMITY_DAYS_LEAST = 3;
        public static final int CALAMITY_DAYS = 10;
        /**
         * A mishap (sorting, net and equipment, crowding, technical failure): chance in a unit-year, median share,
         * days, days in which it falls to 1/e.
         */
        public static final double MISHAP_CHANCE = 0.12;
        public static final double MISHAP = 0.044;
        public static final double[] MISHAP_WEIGHTS = {0.52, 0.36, 0.12};
        public static final int MISHAP_DAYS = 12;
        public static final double MISHAP_FADES = 3;
        /** Left-over fish: share that dies per day (some 9 % a month), by the causes of {@link LossCause#LEFT_OVER}. */
        public static final double LEFT_OVER = 0.0030;
        public static final double[] LEFT_OVER_WEIGHTS = {0.4, 0.3, 0.3};
        /** Share of mature fish culled when harvest begins. */
        public static final double MATURE_CULLED = 0.0015;
        public static final int MATURE_CULLED_DAYS = 2;
        /** On land: deaths after grading and the culling of runts; days after the batch's arrival, share, length. */
        public static final int[] TANK_GRADED = {25, 40};
        public static final int[] TANK_SORTED = {60, 90};
        public static final double TANK_EPISODE = 0.006;
        public static final int TANK_EPISODE_DAYS = 40;
        public static final double TANK_EPISODE_FADES = 10;

        private Losses() {}
    }
}
