/** What each delivered table must look like: columns, types, checks, said once. */
package io.tidemark.ingest.contract;
