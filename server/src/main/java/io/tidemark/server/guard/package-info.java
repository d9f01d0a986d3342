/** What keeps the server from abuse: whose request it is by address, how much is too much, and what answers tell a browser. */
package io.tidemark.server.guard;
