/** Accounts and their access: users, clients, roles and permissions. */
package io.tidemark.server.identity.account;
