package io.tidemark.data.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.PrivacyRule;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the ledger's log: a change, and the files of the tables after it.
 *
 * @param number          its number, from 1
 * @param at              the time of the change
 * @param snapshot        the snapshot that it was made from and published with
 * @param kind            the kind of change
 * @param rule            the privacy rule that every atom follows after it
 * @param releasedThrough the last released day
 * @param from            the first piece that was restated; null unless a part was restated
 * @param previous        SHA-256 of the previous entry, lower-case hex; empty in the first
 * @param tables          each table's files, by path in the ledger's folder
 */
public record LedgerEntry(
        int number,
        Instant at,
        String snapshot,
        Kind kind,
        PrivacyRule rule,
        @JsonProperty("released_through") LocalDate releasedThrough,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LocalDate from,
        String previous,
        SortedMap<String, TableEntry> tables) {

    /** The kinds of changes. */
    public enum Kind {
        /** A release: complete periods, and late rows of earlier periods. */
        @JsonProperty("release") RELEASE,
        /** A merge of atoms, because a new rule or a new list of groups requires larger ones. */
        @JsonProperty("another-rule") ANOTHER_RULE,
        /** A restatement: rows are renewed from the snapshot. Earlier answers can be subtracted from later ones. */
        @JsonProperty("restate") RESTATE,
        /** A new release of everything. Earlier answers can be subtracted from later ones. */
        @JsonProperty("new-atoms") NEW_ATOMS,
        /**
         * A release after later entries were lost for good. Earlier answers can be subtracted from later ones.
         */
        @JsonProperty("recover") RECOVER,
        /** An erasure of a company's rows, and of the released rows that used them. */
        @JsonProperty("erase") ERASE;

        /** The kind as the log writes it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether earlier answers can be subtracted from later ones. */
        public boolean exposes() {
            return this == RESTATE || this == NEW_ATOMS || this == RECOVER || this == ERASE;
        }
    }

    /** Copies the map. */
    public LedgerEntry {
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    }
}
