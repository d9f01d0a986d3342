/** The command line; related commands share a package. */
package io.tidemark.server.cli;
