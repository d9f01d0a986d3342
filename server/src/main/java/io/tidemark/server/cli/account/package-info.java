/** The commands for accounts: user, client, key and token. */
package io.tidemark.server.cli.account;
