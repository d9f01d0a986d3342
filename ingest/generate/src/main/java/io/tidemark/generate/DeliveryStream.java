package io.tidemark.generate;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.Farmer;
import io.tidemark.generate.farm.AuthorityDiseases;
import io.tidemark.generate.farm.SiteSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Writes a delivery day by day: first all but its last days at once, then each day as a separate folder that appears when complete. Some sites
 * deliver a day late, and some register a day's losses days later. At the end, the lake equals the lake of a whole delivery with the same options.
 */
public final class DeliveryStream {

    /** Chance that a reporting site skips a day, and chance that a day's losses come later. Our choice. */
    private static final double LATE = 0.03;
    private static final double CORRECTED = 0.02;
    private static final int CORRECTED_AFTER_DAYS = 3;
    private static final int LATE_DAYS_MOST = 4;
    private static final String DONE = ".done";

    private final GeneratorOptions options;
    private final int days;

    /**
     * Creates a stream of the last days of a delivery.
     *
     * @throws GeneratorException if the delivery has no more days than that
     */
    public DeliveryStream(GeneratorOptions options, int days) {
        long length = options.end().toEpochDay() - options.begin().toEpochDay();
        if (days < 1 || days > length) {
            throw new GeneratorException("--days is " + days + ", it must lie between 1 and " + length);
        }
        this.options = options;
        this.days = days;
    }

    /** A site of a company, and on how many days it is late so far. */
    private static final class Reporter {
        private final SiteSimulation simulation;
        private int late;

        Reporter(SiteSimulation simulation) {
            this.simulation = simulation;
        }
    }

    /** A correction to deliver on a later day. */
    private record Waiting(int day, Path folder) {}

    /**
     * Writes into a folder until all days are written or it is stopped.
     *
     * @param landing absent or empty
     * @param goesOn  called before each day, and waits for it; false stops the stream
     * @param told    receives the name of each delivery
     * @throws GeneratorException if the folder is not empty, the register cannot be used, or writing fails
     */
    public void write(Path landing, BooleanSupplier goesOn, Consumer<String> told) {
        Path drafts = landing.resolve(".generating");
        try {
            if (!DurableFiles.names(landing).isEmpty()) {
                throw new GeneratorException(landing + " is not empty; the stream needs a folder of its own");
            }
            Files.createDirectories(drafts);
            try {
                new Run(landing, drafts, told).all(goesOn);
            } finally {
                DurableFiles.deleteTree(drafts);
            }
        } catch (IOException e) {
            throw new GeneratorException("cannot write deliveries to " + landing + ": " + e.getMessage(), e);
        }
    }

    /** The state of one stream. */
    private final class Run {
        private final Path landing;
        private final Path drafts;
        private final Consumer<String> told;
        private final GeneratedCoast coast = new GeneratedCoast(options);
        private final Draws draws = coast.streamDraws();
        private final List<SiteSimulation> outside = new ArrayList<>();
        private final SortedMap<Integer, List<Reporter>> reporters = new TreeMap<>();
        private final Deque<Waiting> waiting = new ArrayDeque<>();

        Run(Path landing, Path drafts, Consumer<String> told) {
            this.landing = landing;
            this.drafts = drafts;
            this.told = told;
        }

        void all(BooleanSupplier goesOn) throws IOException {
            int split = coast.days().end() - days;
            history(split);
            for (int day = split + 1; day <= coast.days().end() && goesOn.getAsBoolean(); day++) {
                day(day);
            }
        }

        private void history(int split) throws IOException {
            Path draft = Files.createDirectory(drafts.resolve("history"));
            new ReferenceFiles(draft).write(coast, options.register() == null);
            for (Map.Entry<Integer, List<Integer>> each : coast.sitesByFarmer().entrySet()) {
                try (FarmerFiles files = new FarmerFiles(draft, coast.farmers().get(each.getKey()), false)) {
                    for (int site : each.getValue()) {
                        Reporter reporter = new Reporter(coast.simulation(site, null));
                        reporter.simulation.runTo(split, files, null);
                        reporters.computeIfAbsent(each.getKey(), f -> new ArrayList<>()).add(reporter);
                    }
                }
            }
            for (int site = coast.owner().length; site < coast.sites().size(); site++) {
                SiteSimulation simulation = coast.simulation(site, null);
                simulation.runTo(split, null, null);
                outside.add(simulation);
            }
            authority(draft, split);
            liceReport(draft, coast.days().begin(), split);
            publish(draft, LocalDate.ofEpochDay(split) + "-history");
        }

        private void day(int day) throws IOException {
            Path draft = Files.createDirectory(drafts.resolve("day"));
            Path correction = drafts.resolve("correction-" + day);
            boolean last = day == coast.days().end();
            boolean monthEnds = LocalDate.ofEpochDay(day).plusDays(1).getDayOfMonth() == 1;
            for (Map.Entry<Integer, List<Reporter>> each : reporters.entrySet()) {
                Farmer farmer = coast.farmers().get(each.getKey());
                try (FarmerFiles files = new FarmerFiles(draft, farmer, false);
                        FarmerFiles late = new FarmerFiles(correction, farmer, false)) {
                    for (Reporter reporter : each.getValue()) {
                        report(reporter, day, files, late, last || monthEnds);
                    }
                }
            }
            for (SiteSimulation each : outside) {
                each.runTo(day, null, null);
            }
            if (monthEnds) {
                authority(draft, day);
            } else if (last || LocalDate.ofEpochDay(day).getDayOfWeek() == DayOfWeek.SUNDAY) {
                diseases(draft, day);
            }
            liceReport(draft, day, day);
            publish(draft, LocalDate.ofEpochDay(day).toString());
            waiting.add(new Waiting(day, correction));
            while (!waiting.isEmpty() && (last || waiting.getFirst().day() <= day - CORRECTED_AFTER_DAYS)) {
                Waiting due = waiting.removeFirst();
                publish(due.folder(), LocalDate.ofEpochDay(day) + "-correction-of-" + LocalDate.ofEpochDay(due.day()));
            }
        }

        /** Writes a site's day with its late days; nothing if the site is late again. */
        private void report(Reporter reporter, int day, FarmerFiles files, FarmerFiles late, boolean inTime) throws IOException {
            if (!inTime && reporter.late < LATE_DAYS_MOST && draws.chance(LATE)) {
                reporter.late++;
                return;
            }
            FarmerFiles losses = !inTime && reporter.late == 0 && draws.chance(CORRECTED) ? late : null;
            reporter.late = 0;
            reporter.simulation.runTo(day, files, losses);
        }

        private void authority(Path draft, int day) throws IOException {
            if (options.register() == null) {
                Path folder = Files.createDirectories(draft.resolve("authority"));
                coast.authority().write(folder.resolve("authority_month.csv"), coast.authorityDraws(), day);
            }
            diseases(draft, day);
        }

        /** The authority's report of diseases, each Sunday and at the end. */
        private void diseases(Path draft, int day) throws IOException {
            if (options.register() == null) {
                Path folder = Files.createDirectories(draft.resolve("authority"));
                coast.authority().diseases().write(folder.resolve(AuthorityDiseases.FILE), LocalDate.ofEpochDay(day));
            }
        }

        /** Writes the lice of the weeks that end within these days: on a Sunday, those of its week. */
        private void liceReport(Path draft, int first, int last) throws IOException {
            if (options.register() == null) {
                coast.lice().write(draft.resolve("authority").resolve("lice_report.csv"), first, last);
            }
        }

        /** Moves a delivery to its final name and marks it as complete; a delivery without files is left out. */
        private void publish(Path draft, String name) throws IOException {
            if (!DeliveryGenerator.holdsFiles(draft)) {
                DurableFiles.deleteTree(draft);
                return;
            }
            Files.createFile(draft.resolve(DONE));
            Files.move(draft, landing.resolve(name));
            told.accept("delivered " + name);
        }
    }
}
