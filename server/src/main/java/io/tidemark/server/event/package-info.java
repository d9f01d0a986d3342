/** The observable events of a running server, as one sealed type for logs and metrics. */
package io.tidemark.server.event;
