/** Who a caller is: accounts in an embedded state file, tokens that are issued, refreshed and checked, the auth routes. */
package io.tidemark.server.identity;
