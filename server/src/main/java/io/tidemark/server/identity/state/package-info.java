/** The embedded state file with accounts, keys and sessions. */
package io.tidemark.server.identity.state;
