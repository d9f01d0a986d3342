/** The commands serve and demo. */
package io.tidemark.server.cli.serve;
