/** The listener: its limits, slow senders, and TLS from files that may change. */
package io.tidemark.server.listen;
