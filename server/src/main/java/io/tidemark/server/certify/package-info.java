/** Certifies a snapshot: audits its ledger, and writes the result on one page. */
@org.jspecify.annotations.NullMarked
package io.tidemark.server.certify;
