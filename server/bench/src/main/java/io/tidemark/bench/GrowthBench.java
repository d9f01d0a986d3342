package io.tidemark.bench;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.table.LakeTables;
import io.tidemark.generate.DeliveryGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how ingest and server grow with the size of the lake: each size is generated, ingested, served and removed in turn. */
@Command(name = "bench growth", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Measures ingest and server on lakes of several sizes.")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class GrowthBench implements Callable<Integer> {

    private static final LocalDate END = LocalDate.of(2026, 11, 20);
    private static final int LONG_YEARS = 10;
    private static final double LONGEST_HOLDING_SECONDS = 900;
    private static final int WARM_UPS = 2;

    @Option(names = "--work", required = true, description = "A folder for what is made, cleared first and removed at the end.")
    Path work;

    @Option(names = "--sizes", split = ",", defaultValue = "0.1,1,4", description = "Multiples of national size (1,000 sites x 11 units x 10 "
            + "years), or sites, units, years and farmer groups: 1000x11x5 or 1000x11x10/20 (default: ${DEFAULT-VALUE}).")
    List<String> sizes;

    @Option(names = "--runs", defaultValue = "7", description = "Measured runs of each request (default: ${DEFAULT-VALUE}).")
    int runs;

    @Spec
    CommandSpec spec;

    /**
     * What a size cost.
     *
     * @param companies companies with a delivery
     * @param rows      stock rows
     * @param ingest    the ingest of everything
     * @param month     the ingest of one farmer's last 30 days
     * @param lakeMb    size of the lake
     * @param opening   seconds until the server answered
     * @param held      seconds more until all views were held
     * @param residentMb memory of the server then
     * @param peakMb    its most memory until then
     * @param millis    mean of the medians of default windows
     * @param longMillis mean of the medians of windows of ten years
     */
    record Cost(GrowthSize size, int companies, long rows, TimedIngest.Ran ingest, TimedIngest.Ran month, long lakeMb, double opening, double held,
            long residentMb, long peakMb, double millis, double longMillis) {}

    /** Runs the measurements. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new GrowthBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        out().printf(Locale.ROOT, "%d CPUs; windows: geometric mean of the medians of %d for six routes, one connection, without cache%n",
                Runtime.getRuntime().availableProcessors(), runs);
        out().printf(Locale.ROOT, "%-14s %9s %11s %9s %8s %9s %8s %8s %9s %8s %8s %8s %11s %12s%n", "size", "companies", "stock rows",
                "ingest s", "peak MB",
                "30 days s", "peak MB", "lake MB", "opening s", "held s", "held MB", "peak MB", "default ms", "10 years ms");
        List<Cost> costs = new ArrayList<>();
        for (String size : sizes) {
            DurableFiles.deleteTree(work);
            try {
                Cost cost = measure(GrowthSize.of(size));
                print(cost);
                costs.add(cost);
            } finally {
                DurableFiles.deleteTree(work);
            }
        }
        for (int i = 1; i < costs.size(); i++) {
            compare(costs.get(i - 1), costs.get(i));
        }
        return 0;
    }

    private Cost measure(GrowthSize size) throws IOException, InterruptedException {
        LocalDate today = END.plusDays(1);
        Path delivery = Files.createDirectories(work).resolve("delivery");
        new DeliveryGenerator(size.options(END)).write(delivery, line -> { });
        int companies = Objects.requireNonNull(delivery.resolve("farmers").toFile().list()).length;
        Lake lake = Lake.at(work.resolve("lake"));
        TimedIngest ingest = new TimedIngest(lake.root(), today, work.resolve("ingest.log"));
        TimedIngest.Ran whole = ingest.run(delivery);
        TimedIngest.Ran month = ingest.run(OneFarmersMonth.write(delivery, work.resolve("daily"), today));
        DurableFiles.deleteTree(delivery);
        long rows = lake.current().orElseThrow().entries(LakeTables.STOCK_DAY).stream().mapToLong(Manifest.FileEntry::rows).sum();
        try (BenchServer server = BenchServer.start(lake.root(), work.resolve("server"), today, false)) {
            double held = ChildProcess.untilIdle(server.process(), LONGEST_HOLDING_SECONDS);
            long resident = ChildProcess.residentMb(server.process());
            long peak = ChildProcess.peakMb(server.process());
            return new Cost(size, companies, rows, whole, month, megabytes(lake.root()), server.startSeconds(), held, resident, peak,
                    millis(server, null), millis(server, today.minusYears(LONG_YEARS)));
        }
    }

    private static long megabytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum() / 1_000_000;
        }
    }

    private double millis(BenchServer server, @Nullable LocalDate from) throws IOException {
        DoubleStream.Builder medians = DoubleStream.builder();
        try (HttpConnection connection = new HttpConnection(server.port())) {
            for (String route : DistinctRequests.ROUTES) {
                byte[] request = server.request(0, from == null ? route : route + DistinctRequests.since(route, from));
                double[] millis = new double[runs];
                for (int run = -WARM_UPS; run < runs; run++) {
                    long start = System.nanoTime();
                    int status = connection.status(request);
                    if (!LoadResult.isGood(status)) {
                        throw new IllegalStateException(route + " was answered with status " + status);
                    }
                    if (run >= 0) {
                        millis[run] = (System.nanoTime() - start) / 1e6;
                    }
                }
                medians.add(Math.log(Numbers.median(millis)));
            }
        }
        return Math.exp(medians.build().average().orElse(Double.NaN));
    }

    private void print(Cost cost) {
        out().printf(Locale.ROOT, "%-14s %9d %,11d %9.1f %,8d %9.1f %,8d %,8d %9.1f %8.1f %,8d %,8d %11.1f %12.1f%n", cost.size(), cost.companies(),
                cost.rows(), cost.ingest().seconds(), cost.ingest().peakMb(), cost.month().seconds(), cost.month().peakMb(), cost.lakeMb(),
                cost.opening(), cost.held(), cost.residentMb(), cost.peakMb(), cost.millis(), cost.longMillis());
    }

    private void compare(Cost one, Cost other) {
        out().printf(Locale.ROOT, "%s to %s: stock rows x %.1f, ingest x %.1f, its memory x %.1f, 30 days x %.1f, lake x %.1f, "
                + "views held after x %.1f, memory held x %.1f, at the peak x %.1f, default windows x %.1f, ten years x %.1f%n",
                one.size(), other.size(),
                (double) other.rows() / one.rows(), other.ingest().seconds() / one.ingest().seconds(),
                (double) other.ingest().peakMb() / one.ingest().peakMb(), other.month().seconds() / one.month().seconds(),
                (double) other.lakeMb() / one.lakeMb(), (other.opening() + other.held()) / (one.opening() + one.held()),
                (double) other.residentMb() / one.residentMb(), (double) other.peakMb() / one.peakMb(), other.millis() / one.millis(),
                other.longMillis() / one.longMillis());
    }

    // flushes after each line
    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
