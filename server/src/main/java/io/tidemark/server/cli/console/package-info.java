/** What commands share at a terminal: options, exit codes, tables, progress, times. */
package io.tidemark.server.cli.console;
