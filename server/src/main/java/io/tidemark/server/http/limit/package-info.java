/** Limits by client address, and of sign-ins. */
package io.tidemark.server.http.limit;
