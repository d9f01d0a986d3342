/** Who may ask: user, client and key, and token, which has one made. */
package io.tidemark.server.cli.account;
