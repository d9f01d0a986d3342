package io.tidemark.ingest;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of an ingest.
 *
 * @param delivery      the delivery's folder
 * @param lake          the lake that receives the snapshot
 * @param today         the last day that data can have
 * @param dryRun        whether to run without publishing
 * @param maxRejectRate share of bad rows, 0 to 1, above which a file fails its delivery
 * @param systems       a folder with additional mappings of farm systems, or null
 * @param privacy       changes to the snapshot's confidentiality rule
 * @param sender        who sent it, and what of it is ingested
 * @param missing       words in files that mean that there is no value
 * @param newAtoms      whether to release all periods again; allowed only before a server has served the lake
 * @param quartileKind  the kind of public quartiles in files whose names do not say it, or empty
 * @param counters      how counters of farm systems' exports are read, running or daily: by company and system such as
 *                      {@code F01/fishtalk}, or for all by the empty text
 * @param replaceDays   how many days of a site a file may take away from the lake
 * @param replaces      whether files may take away more
 * @param explained     the file, by its path in the delivery, of which the report says how it was understood; or empty
 */
public record IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate,
        @Nullable Path systems, PrivacyChange privacy, Sender sender, List<String> missing, boolean newAtoms,
        String quartileKind, Map<String, String> counters, int replaceDays, boolean replaces,
        String explained) {

    /** The kinds of public quartiles whose files look alike. */
    public static final List<String> QUARTILE_KINDS = List.of("month", "year_to_date");

    /** The default share of bad rows above which a file fails. */
    public static final double DEFAULT_MAX_REJECT_RATE = 0.01;

    /** The default number of a site's days that a file may take away: half a year. */
    public static final int DEFAULT_REPLACE_DAYS = 183;

    /** Creates options with the shipped mappings only. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate) {
        this(delivery, lake, today, dryRun, maxRejectRate, null, PrivacyChange.NONE, Sender.UNKNOWN);
    }

    /** Creates options with an unknown sender. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate,
            @Nullable Path systems, PrivacyChange privacy) {
        this(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, Sender.UNKNOWN);
    }

    /** Creates options that keep the released rows. */
    public IngestOptions(Path delivery, Lake lake, LocalDate today, boolean dryRun, double maxRejectRate,
            @Nullable Path systems, PrivacyChange privacy, Sender sender) {
        this(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, List.of(), false, "",
                Map.of(), DEFAULT_REPLACE_DAYS, false, "");
    }

    /** A copy that releases all periods again, or not. */
    public IngestOptions withNewAtoms(boolean wanted) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, missing,
                wanted, quartileKind, counters, replaceDays, replaces, explained);
    }

    /**
     * The same, with what files do not say: words that mean that there is no value, the kind of quartiles, and how
     * counters are read.
     */
    public IngestOptions reading(List<String> words, String kind, Map<String, String> readings) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, words,
                newAtoms, kind, readings, replaceDays, replaces, explained);
    }

    /** The same, with what its files may take away from the lake: so many days of a site, or whatever they lack. */
    public IngestOptions replacing(int days, boolean whatever) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, missing,
                newAtoms, quartileKind, counters, days, whatever, explained);
    }

    /** A copy whose report says how a file, by its path in the delivery, was understood. */
    public IngestOptions explaining(String file) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, sender, missing,
                newAtoms, quartileKind, counters, replaceDays, replaces, file);
    }

    /** A copy with another sender. */
    public IngestOptions from(Sender who) {
        return new IngestOptions(delivery, lake, today, dryRun, maxRejectRate, systems, privacy, who, missing,
                newAtoms, quartileKind, counters, replaceDays, replaces, explained);
    }

    /** A copy with another lake. */
    IngestOptions into(Lake other) {
        return new IngestOptions(delivery, other, today, dryRun, maxRejectRate, systems, privacy, sender, missing,
                newAtoms, quartileKind, counters, replaceDays, replaces, explained);
    }

    /** A copy as a dry run. */
    public IngestOptions trial() {
        return new IngestOptions(delivery, lake, today, true, maxRejectRate, systems, privacy, sender, missing,
                newAtoms, quartileKind, counters, replaceDays, replaces, explained);
    }

    /** Whether a word can stand in a file for a missing value: it can be seen, and separates or quotes no values. */
    public static boolean isWordForNothing(String word) {
        return word.equals(word.strip()) && !word.isEmpty() && word.chars()
                .noneMatch(c -> Character.isISOControl(c) || ",;\"".indexOf(c) >= 0);
    }

    /** Checks the rate and the words. */
    public IngestOptions {
        missing = List.copyOf(missing);
        counters = Map.copyOf(counters);
        if (!missing.stream().allMatch(IngestOptions::isWordForNothing)) {
            throw new IllegalArgumentException("no words that can mean that there is no value: " + missing);
        }
        if (!(maxRejectRate >= 0 && maxRejectRate <= 1)) {
            throw new IllegalArgumentException("the largest reject rate lies between 0 and 1, not at " + maxRejectRate);
        }
    }
}
