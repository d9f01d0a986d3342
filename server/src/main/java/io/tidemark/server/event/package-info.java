/** Everything worth seeing in a running server, as one sealed family that logs and metrics read. */
package io.tidemark.server.event;
