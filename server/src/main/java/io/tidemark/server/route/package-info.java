/** Finds, reads and checks the SQL files of routes. */
package io.tidemark.server.route;
