/** Commands for the operator: set up, check, back up, move. */
package io.tidemark.server.cli.setup;
