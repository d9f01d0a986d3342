/** The server: routes from SQL files, the life of a request, identity, and the command line that assembles everything. */
package io.tidemark.server;
