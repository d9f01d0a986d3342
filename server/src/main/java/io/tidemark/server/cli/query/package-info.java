/** The commands that query a lake without a server: query and sql. */
package io.tidemark.server.cli.query;
