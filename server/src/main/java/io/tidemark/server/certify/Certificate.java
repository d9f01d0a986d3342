package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The findings about the confidentiality of a snapshot.
 *
 * @param holds           whether no fault was found, and no change of the ledger has exposed anything
 * @param snapshot        the snapshot's id
 * @param madeAt          time of the certification
 * @param program         the program's version
 * @param programSha256   digest of the program's file; null if it is not a single file
 * @param manifestSha256  digest of the snapshot's manifest, which has the digests of its files
 * @param ledgerEntries   number of ledger entries that it is published with
 * @param ledgerSha256    digest of the last of them, which has the digests of its files and of the entry before
 * @param rule            the privacy rule
 * @param releasedThrough the last released day; null if nothing is released
 * @param coverage        the shares of the fish that benchmarks show
 * @param atoms           the atoms
 * @param audits          names of the audits of the ledger that were run; sql/certify/audit.sql has them
 * @param predecessors    earlier snapshots of the lake that were compared with this one
 * @param exposures       changes of the ledger after which earlier answers can be subtracted from later ones
 * @param faults          violations of the confidentiality
 * @param notCovered      the parts that were not checked
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Certificate(boolean holds, String snapshot, Instant madeAt, String program,
        @Nullable String programSha256, String manifestSha256, int ledgerEntries, String ledgerSha256, Rule rule,
        @Nullable LocalDate releasedThrough, Coverage coverage, Atoms atoms, List<String> audits,
        List<Predecessor> predecessors, List<String> exposures, List<String> faults, List<String> notCovered) {

    /** Copies the lists. */
    public Certificate {
        audits = List.copyOf(audits);
        predecessors = List.copyOf(predecessors);
        exposures = List.copyOf(exposures);
        faults = List.copyOf(faults);
        notCovered = List.copyOf(notCovered);
    }

    /**
     * The privacy rule.
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
     * @param waiting    share that is in no benchmark, including fish on land
     * @param noFilter   share shown without a filter
     * @param generation share shown with a filter of one generation
     * @param weight     share shown with a filter of one 500 g group
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Coverage(@Nullable Double waiting, @Nullable Double noFilter, @Nullable Double generation,
            @Nullable Double weight) {}

    /**
     * The atoms: every sum or difference of answers is a sum or difference of whole atoms.
     *
     * @param count            number of atoms, of stock and of feed
     * @param fewestGroups     the fewest farmer groups in an atom, including the caller's
     * @param narrowestPercent the narrowest interval, percent of a group's part, within which a member of an atom can
     *                         estimate another's part from the sum; null without atoms
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Atoms(long count, int fewestGroups, @Nullable Double narrowestPercent) {}

    /**
     * An earlier snapshot.
     *
     * @param snapshot    its id
     * @param ledgerEntries number of ledger entries that it was published with
     * @param changedRows number of rows of its ledger that differ in this one
     * @param splitAtoms  number of atoms of its ledger that are split in this one
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Predecessor(String snapshot, int ledgerEntries, long changedRows, long splitAtoms) {}
}
