/** The commands for routes: routes, openapi and docs. */
package io.tidemark.server.cli.route;
