/** The embedded state file in which accounts, keys and sessions are kept. */
package io.tidemark.server.identity.state;
