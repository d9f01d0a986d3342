/** The observable events of a running server, as one sealed type that logs and metrics read. */
package io.tidemark.server.event;
