/** API keys: creates, checks and revokes them. */
package io.tidemark.server.identity.key;
