/** Reads request parameters as a route's contract declares them. */
package io.tidemark.server.parameter;
