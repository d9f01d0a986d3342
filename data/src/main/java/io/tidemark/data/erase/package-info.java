/** Erases a company from a lake and its ledger, and keeps a protocol of each erasure. */
@org.jspecify.annotations.NullMarked
package io.tidemark.data.erase;
