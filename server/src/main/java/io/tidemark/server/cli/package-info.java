/** The command line. */
package io.tidemark.server.cli;
