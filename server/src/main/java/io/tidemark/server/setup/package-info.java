/** The first run: writes a commented configuration and a trial certificate. */
package io.tidemark.server.setup;
