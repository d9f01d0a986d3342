package io.tidemark.ingest.generate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a synthetic delivery: {@code reference/}, {@code authority/} and {@code farmers/<farmer_id>/} as ingest reads them.
 * The same options give the same bytes, on every machine. One site is simulated at a time, so memory does not grow with years
 * or sites.
 *
 * <p>With a register the sites are real ones, and the delivery leaves out what the real authority files say better:
 * {@code authority/} (site register, production areas, monthly statistics) and {@code site_marine_types.csv}. The register
 * itself has to be delivered beside it, or ingest will not know the sites. Companies and fish stay invented.
 */
public final class DeliveryGenerator {

    private static final int PROGRESS_STEPS = 20;
    /** Keys of the random streams that are not a site's; sites' numbers are positive. */
    private static final long SITES = -1;
    private static final long FARMERS = -2;
    private static final long ALLOTMENT = -3;
    private static final long COAST = -4;
    private static final long AUTHORITY = -5;

    private final GeneratorOptions options;

    /** A generator for these options. */
    public DeliveryGenerator(GeneratorOptions options) {
        this.options = options;
    }

    /**
     * Writes the delivery.
     *
     * @param dir      its folder: absent, empty, or an earlier delivery of the generator, which is replaced
     * @param progress told now and then how far it is
     * @throws GeneratorException when the folder holds something else, the register cannot be used, or writing fails;
     *                            nothing is left behind
     */
    public GeneratorSummary write(Path dir, Consumer<String> progress) {
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

    private GeneratorSummary build(DeliveryFolder folder, Path dir, Consumer<String> progress) throws IOException {
        Path register = options.register();
        List<GeneratedSite> sites = sites(register);
        int delivering = FarmerInventor.delivering(sites.size());
        List<Farmer> farmers =
                FarmerInventor.invent(delivering, options.begin(), options.end(), draws(FARMERS));
        int[] owner = SiteAllotment.allot(sites, farmers.subList(0, delivering), draws(ALLOTMENT));

        ReferenceFiles reference = new ReferenceFiles(folder.building());
        reference.write(farmers, sites, owner, register == null);
        List<GeneratorSummary.TableSize> sizes = new ArrayList<>(reference.sizes());

        DayTable days = new DayTable(options.begin(), options.end());
        AuthorityFigures authority = new AuthorityFigures(days);
        sizes.addAll(simulate(folder, sites, farmers, owner, days, authority, progress));
        if (register == null) {
            sizes.add(authority.write(folder.building().resolve("authority").resolve("authority_month.csv"), draws(AUTHORITY)));
        }
        return new GeneratorSummary(
                dir, options.begin(), options.end(), sites.size(), delivering, sizes, notes(register));
    }

    private List<GeneratedSite> sites(@Nullable Path register) {
        return register == null
                ? new SiteInventor(draws(SITES)).invent(options.sites())
                : RegisterSites.choose(register, options.sites(), draws(SITES));
    }

    private List<GeneratorSummary.TableSize> simulate(DeliveryFolder folder, List<GeneratedSite> sites, List<Farmer> farmers,
            int[] owner, DayTable days, AuthorityFigures authority, Consumer<String> progress) throws IOException {
        CoastalAnomaly coast = new CoastalAnomaly(days, draws(COAST));
        FeedTable table = new FeedTable();
        List<FarmerFiles> written = new ArrayList<>();
        int done = 0;
        int step = Math.max(1, sites.size() / PROGRESS_STEPS);
        for (int f = 0; f < farmers.size(); f++) {
            if (!owns(owner, f)) {
                continue;
            }
            try (FarmerFiles files = new FarmerFiles(folder.building(), farmers.get(f))) {
                written.add(files);
                for (int s = 0; s < owner.length; s++) {
                    if (owner[s] == f) {
                        folder.goOn();
                        GeneratedSite site = sites.get(s);
                        new SiteSimulation(site, options.units(), days, coast, table, files, authority, draws(site.key())).run();
                        if (++done % step == 0 || done == owner.length) {
                            progress.accept("generated " + done + " of " + owner.length + " sites");
                        }
                    }
                }
            }
        }
        return sum(written);
    }

    private static boolean owns(int[] owner, int farmer) {
        for (int each : owner) {
            if (each == farmer) {
                return true;
            }
        }
        return false;
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

    private static List<String> notes(@Nullable Path register) {
        List<String> notes = new ArrayList<>();
        notes.add("All companies and fish are invented; the code list of causes is a sample.");
        if (register != null) {
            notes.add("The sites are those of " + register.getFileName() + ": deliver that register too, with the authority's"
                    + " production areas and statistics; this delivery holds none of them.");
        }
        return notes;
    }

    private Draws draws(long key) {
        return new Draws(options.seed(), key);
    }
}
