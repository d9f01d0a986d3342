/** Serves the dashboard's static files; their data comes from the API. */
@NullMarked
package io.tidemark.server.dashboard;

import org.jspecify.annotations.NullMarked;
