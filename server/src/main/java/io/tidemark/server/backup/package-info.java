/** Backs up the state and the lake into one file while the server runs, and restores it. */
package io.tidemark.server.backup;
