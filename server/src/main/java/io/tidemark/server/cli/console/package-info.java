/** Shared parts of the commands: options, exit codes, tables, progress and times. */
package io.tidemark.server.cli.console;
