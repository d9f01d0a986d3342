/** Limits for client addresses and for sign-ins. */
package io.tidemark.server.http.limit;
