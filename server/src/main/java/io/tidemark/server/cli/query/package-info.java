/** Answers without a server: query and sql. */
package io.tidemark.server.cli.query;
