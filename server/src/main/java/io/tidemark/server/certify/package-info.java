/** Certifies a snapshot: audits its ledger, attacks its routes, and writes the result on one page. */
@org.jspecify.annotations.NullMarked
package io.tidemark.server.certify;
