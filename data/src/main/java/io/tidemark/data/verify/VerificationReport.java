package io.tidemark.data.verify;

import java.util.List;
import java.util.Locale;

/**
 * The result of a verification as JSON shows it.
 *
 * @param id       the snapshot
 * @param sound    whether it can be trusted
 * @param rows     rows of all tables
 * @param findings its faults and warnings
 */
public record VerificationReport(String id, boolean sound, long rows, List<Item> findings) {

    /**
     * A finding.
     *
     * @param kind    fault or warning
     * @param subject the file, relative to the snapshot's folder, or the table
     * @param problem the problem, with an example
     */
    public record Item(String kind, String subject, String problem) {}

    /** Copies the list. */
    public VerificationReport {
        findings = List.copyOf(findings);
    }

    /** Creates the report of a verification. */
    public static VerificationReport of(Verification seen) {
        return new VerificationReport(seen.id().text(), seen.isSound(), seen.rows(),
                seen.findings().stream().map(finding ->
                new Item(finding.kind().name().toLowerCase(Locale.ROOT), finding.subject(), finding.problem()))
                        .toList());
    }
}
