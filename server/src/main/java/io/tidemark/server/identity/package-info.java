/** Authenticates callers: sign-in, tokens and keys of requests, and the auth routes. */
package io.tidemark.server.identity;
