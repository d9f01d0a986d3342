/** The commands that set up, check, back up and move an installation. */
package io.tidemark.server.cli.setup;
