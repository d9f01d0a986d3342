/** The command line: each command is in a package with those like it. */
package io.tidemark.server.cli;
