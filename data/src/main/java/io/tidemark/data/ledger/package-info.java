/** The ledger of a lake: what is released, written once, and the log of it. */
@org.jspecify.annotations.NullMarked
package io.tidemark.data.ledger;
