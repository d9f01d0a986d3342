/** Protection against abuse: client addresses, limits, and CORS. */
package io.tidemark.server.guard;
