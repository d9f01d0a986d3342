/** What the routes are: routes, openapi, docs. */
package io.tidemark.server.cli.route;
