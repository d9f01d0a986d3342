/**
 * The certificate of a snapshot: its ledger is audited, its routes are asked as an attacker asks them, and one page says what holds.
 * {@link io.tidemark.server.certify.Certification} is the entry point.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.server.certify;
