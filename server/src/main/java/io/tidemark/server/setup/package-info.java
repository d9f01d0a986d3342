/** The first run: a configuration with comments, and a certificate for a trial. */
package io.tidemark.server.setup;
