/** Who a caller is and what it may do: users, clients, roles and permissions. */
package io.tidemark.server.identity.account;
