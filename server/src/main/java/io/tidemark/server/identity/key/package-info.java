/** API keys: made, checked, ended. */
package io.tidemark.server.identity.key;
