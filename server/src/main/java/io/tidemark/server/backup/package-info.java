/** Backs up the state and the lake into a file or a folder of backups while the server runs, and restores them. */
package io.tidemark.server.backup;
