/** The ledger of a lake: released rows, written once, and a log with an entry for each change. */
@org.jspecify.annotations.NullMarked
package io.tidemark.data.ledger;
