/**
 * Who a caller is, put together: signing in, checking whoever asks, the auth routes. Accounts, keys, tokens, the state file and other
 * issuers have packages of their own.
 */
package io.tidemark.server.identity;
