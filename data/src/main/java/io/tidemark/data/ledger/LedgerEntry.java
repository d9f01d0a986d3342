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
 * An entry of the ledger's log: what was done, and the files of its tables from then on.
 *
 * @param number          its number, from 1
 * @param at              when it was made
 * @param snapshot        the snapshot that it was made from, and published with
 * @param kind            what was done
 * @param rule            the rule that every atom keeps from then on
 * @param releasedThrough the last day that is released
 * @param from            the first piece that was restated; null when it was not a restatement of a part
 * @param previous        SHA-256 of the entry before, lower-case hex; empty in the first
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

    /** What an entry stands for. */
    public enum Kind {
        /** Periods that were complete, and what came late of earlier ones. */
        @JsonProperty("release") RELEASE,
        /** Atoms were put together, since another rule or another list of groups asks for more. */
        @JsonProperty("another-rule") ANOTHER_RULE,
        /** Rows were renewed from the snapshot: answers of before can be subtracted from later ones. */
        @JsonProperty("restate") RESTATE,
        /** Everything was released anew: answers of before can be subtracted from later ones. */
        @JsonProperty("new-atoms") NEW_ATOMS,
        /** A company's rows were taken out, and what rested on them. */
        @JsonProperty("erase") ERASE;

        /** As it is written in the log. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether answers of before can be subtracted from later ones. */
        public boolean exposes() {
            return this == RESTATE || this == NEW_ATOMS || this == ERASE;
        }
    }

    /** Copies the map. */
    public LedgerEntry {
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    }
}
