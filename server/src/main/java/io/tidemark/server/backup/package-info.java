/** State and lake as one file, made while the server runs. */
package io.tidemark.server.backup;
