/** Reads the server's configuration from a file and the environment, and reports all mistakes together. */
package io.tidemark.server.config;
