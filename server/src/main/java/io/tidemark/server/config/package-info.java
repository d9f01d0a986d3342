/** The server's configuration. */
package io.tidemark.server.config;
