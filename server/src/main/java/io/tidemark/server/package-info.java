/** Starts the server: its listeners, the reload of its configuration, and its shutdown. */
package io.tidemark.server;
