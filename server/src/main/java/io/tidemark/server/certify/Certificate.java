package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was found about the confidentiality of a snapshot.
 *
 * @param holds           whether no fault was found, and nothing was exposed since the ledger began
 * @param snapshot        the snapshot's id
 * @param madeAt          when this was found
 * @param program         the program's version
 * @param programSha256   digest of the program's file; null where it is not one file
 * @param manifestSha256  digest of the snapshot's manifest, which has the digests of its files
 * @param ledgerEntries   entries of the ledger that it is published with
 * @param ledgerSha256    digest of the last of them, which has the digests of its files and of the entry before
 * @param rule            the rule
 * @param releasedThrough the last day that is released; null when nothing is
 * @param coverage        how much is in benchmarks
 * @param atoms           the atoms
 * @param questions       the questions that were asked
 * @param predecessors    earlier snapshots of the lake that were held against this one
 * @param exposures       what was done to the ledger after which answers of before can be subtracted from later ones
 * @param faults          what breaks the promise
 * @param notCovered      what was not looked at
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Certificate(boolean holds, String snapshot, Instant madeAt, String program, @Nullable String programSha256, String manifestSha256,
        int ledgerEntries, String ledgerSha256, Rule rule, @Nullable LocalDate releasedThrough, Coverage coverage, Atoms atoms, Questions questions,
        List<Predecessor> predecessors, List<String> exposures, List<String> faults, List<String> notCovered) {

    /** Copies the lists. */
    public Certificate {
        predecessors = List.copyOf(predecessors);
        exposures = List.copyOf(exposures);
        faults = List.copyOf(faults);
        notCovered = List.copyOf(notCovered);
    }

    /**
     * The rule of confidentiality.
     *
     * @param minFarmers      farmer groups besides the caller's
     * @param maxSharePercent largest share of one group, percent
     * @param releaseLagDays  days that a complete period waits
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Rule(int minFarmers, int maxSharePercent, int releaseLagDays) {}

    /**
     * Shares of the fish-days at sea of released periods; null without any.
     *
     * @param waiting    share that is in no benchmark, on land too
     * @param noFilter   share that is shown without a filter
     * @param generation share that is shown when one generation is asked for
     * @param weight     share that is shown when one 500 g group is asked for
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Coverage(@Nullable Double waiting, @Nullable Double noFilter, @Nullable Double generation, @Nullable Double weight) {}

    /**
     * The atoms: every sum and difference of answers is one of whole atoms.
     *
     * @param count            how many, of stock and of feed
     * @param fewestGroups     the fewest farmer groups in one, the caller's too
     * @param narrowestPercent the narrowest interval, percent of a group's part, to which a member of an atom can tell another's from the sum; null
     *                         without atoms
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Atoms(long count, int fewestGroups, @Nullable Double narrowestPercent) {}

    /**
     * The questions: routes with sampled filters, whose answers were held against sums over whole atoms.
     *
     * @param asked    how many
     * @param figures  benchmark figures in the answers, each of which was worked out from the ledger
     * @param seconds  how long it took
     * @param routes   the routes that show benchmarks, asked by turns
     * @param notAsked the other routes, each with the reason why it needs no question
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Questions(int asked, long figures, double seconds, List<AskedRoute> routes, Map<String, String> notAsked) {

        /** Copies what it is given. */
        public Questions {
            routes = List.copyOf(routes);
            notAsked = Collections.unmodifiableMap(new TreeMap<>(notAsked));
        }
    }

    /**
     * A route that was asked.
     *
     * @param route   its path
     * @param asked   how many questions
     * @param figures benchmark figures in the answers that were worked out
     * @param checked which figures these are, in words, and which are not
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record AskedRoute(String route, int asked, long figures, String checked) {}

    /**
     * An earlier snapshot.
     *
     * @param snapshot    its id
     * @param ledgerEntries entries of the ledger that it was published with
     * @param changedRows rows of its ledger that are otherwise in this one
     * @param splitAtoms  atoms of its ledger that this one has in parts
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Predecessor(String snapshot, int ledgerEntries, long changedRows, long splitAtoms) {}
}
