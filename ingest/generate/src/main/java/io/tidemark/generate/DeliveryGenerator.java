package io.tidemark.generate;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.generate.coast.Farmer;
import io.tidemark.generate.farm.AuthorityDiseases;
import io.tidemark.generate.farm.CsvTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Writes a synthetic delivery: {@code reference/}, {@code authority/} and {@code farmers/<farmer_id>/} as ingest reads
 * them. The same options give the same bytes, on every machine. It simulates one site at a time, so memory does not
 * grow with years or sites.
 *
 * <p>With a register, the sites are real, and the delivery leaves out the data of the real authority files: {@code
 * authority/} (site register, production areas, monthly statistics) and {@code site_marine_types.csv}. Deliver the
 * register beside it, or ingest will not know the sites. Companies and fish are still invented.
 *
 * <p>With a story, the folder also has a second delivery, {@link #CORRECTION}, to be ingested after the first, and
 * {@code _story.txt} with the events. A coast of few sites may have no site for the correction,
 * and no such folder then.
 */
public record DeliveryGenerator(GeneratorOptions options) {

    /** Folder of the correction inside the delivery's folder; because of its name it is not part of the delivery. */
    public static final String CORRECTION = "_correction";

    private static final String STORY = "_story.txt";
    private static final int PROGRESS_STEPS = 20;

    /** The progress of the generator, in sites. */
    public record Progress(int done, int of) {

        @Override
        public String toString() {
            return "generated " + done + " of " + of + " sites";
        }
    }

    /**
     * Writes the delivery.
     *
     * @param dir      its folder: absent, empty, or an earlier delivery of the generator, which is replaced
     * @param progress called from time to time
     * @throws GeneratorException if the folder has other content, the register cannot be used, or writing fails;
     *                            nothing is left behind
     */
    public GeneratorSummary write(Path dir, Consumer<Progress> progress) {
        try (DeliveryFolder folder = DeliveryFolder.open(dir)) {
            GeneratorSummary summary = build(folder, dir, progress);
            folder.publish();
            return summary;
        } catch (IOException e) {
            throw new GeneratorException("cannot write the delivery to " + dir + ": " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : e.getClass().getSimpleName() + " " + message;
    }

    private GeneratorSummary build(DeliveryFolder folder, Path dir, Consumer<Progress> progress)
            throws IOException {
        GeneratedCoast coast = new GeneratedCoast(options);
        boolean invented = options.register() == null;
        ReferenceFiles reference = new ReferenceFiles(folder.building());
        reference.write(coast, invented);
        List<GeneratorSummary.TableSize> sizes = new ArrayList<>(reference.sizes());
        sizes.addAll(simulate(folder, coast, progress));
        if (invented) {
            CsvTable months = coast.authority().write(
                    folder.building().resolve("authority").resolve("authority_month.csv"), coast.authorityDraws());
            sizes.add(new GeneratorSummary.TableSize("authority_month", months.rows(), months.bytes()));
            Path report = folder.building().resolve("authority").resolve("lice_report.csv");
            long weeks = coast.lice().write(report, coast.days().begin(), coast.days().end());
            if (weeks > 0) {
                sizes.add(new GeneratorSummary.TableSize("lice report", weeks, Files.size(report)));
            }
            Path diseases = folder.building().resolve("authority").resolve(AuthorityDiseases.FILE);
            long rows = coast.authority().diseases().write(diseases, options.end());
            if (rows > 0) {
                sizes.add(new GeneratorSummary.TableSize("disease report", rows, Files.size(diseases)));
            }
        }
        if (options.story()) {
            Path correction = folder.building().resolve(CORRECTION);
            if (!holdsFiles(correction)) {
                DurableFiles.deleteTree(correction);
            }
            Files.write(folder.building().resolve(STORY), coast.story());
        }
        return new GeneratorSummary(dir, options.begin(), options.end(), options.sites(), coast.delivering().size(),
                sizes, notes(coast));
    }

    /** Whether a folder holds any file. */
    static boolean holdsFiles(Path folder) throws IOException {
        try (Stream<Path> content = Files.walk(folder)) {
            return content.anyMatch(Files::isRegularFile);
        }
    }

    private static List<GeneratorSummary.TableSize> simulate(
            DeliveryFolder folder, GeneratedCoast coast, Consumer<Progress> progress) throws IOException {
        List<FarmerFiles> written = new ArrayList<>();
        Steps steps = new Steps(folder, coast.sites().size(), progress);
        for (Map.Entry<Integer, List<Integer>> each : coast.sitesByFarmer().entrySet()) {
            Farmer farmer = coast.farmers().get(each.getKey());
            boolean corrects = coast.corrects(farmer);
            try (FarmerFiles files = new FarmerFiles(folder.building(), farmer, true);
                    FarmerFiles corrections = corrects
                            ? new FarmerFiles(folder.building().resolve(CORRECTION), farmer, false) : null) {
                written.add(files);
                for (int site : each.getValue()) {
                    coast.simulation(site, corrections).run(files);
                    steps.next();
                }
            }
        }
        for (int site = coast.owner().length; site < coast.sites().size(); site++) {
            coast.simulation(site, null).run(null);
            steps.next();
        }
        return sum(written);
    }

    /** Counts the simulated sites, reports progress, and stops when requested. */
    private static final class Steps {
        private final DeliveryFolder folder;
        private final int of;
        private final Consumer<Progress> progress;
        private int done;

        Steps(DeliveryFolder folder, int of, Consumer<Progress> progress) {
            this.folder = folder;
            this.of = of;
            this.progress = progress;
        }

        void next() {
            folder.goOn();
            if (++done % Math.max(1, of / PROGRESS_STEPS) == 0 || done == of) {
                progress.accept(new Progress(done, of));
            }
        }
    }

    private static List<GeneratorSummary.TableSize> sum(List<FarmerFiles> files) {
        Map<String, GeneratorSummary.TableSize> sums = new LinkedHashMap<>();
        for (FarmerFiles each : files) {
            for (GeneratorSummary.TableSize size : each.sizes()) {
                sums.merge(size.table(), size, (a, b) ->
                        new GeneratorSummary.TableSize(a.table(), a.rows() + b.rows(), a.bytes() + b.bytes()));
            }
        }
        return List.copyOf(sums.values());
    }

    private List<String> notes(GeneratedCoast coast) {
        Path register = options.register();
        List<String> notes = new ArrayList<>();
        notes.add("All companies and fish are invented; the code list of causes is a sample.");
        if (register != null) {
            notes.add("The sites are those of " + register.getFileName()
                    + ": deliver that register too, with the authority's"
                    + " production areas and statistics; this delivery holds none of them.");
        }
        coast.story().forEach(line -> notes.add("To discover: " + line + "."));
        return notes;
    }
}
