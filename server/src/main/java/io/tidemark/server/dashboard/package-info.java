/**
 * Serves the dashboard's static files, and leads its readers to their companies' sign-in;
 * their data comes from the API.
 */
@NullMarked
package io.tidemark.server.dashboard;

import org.jspecify.annotations.NullMarked;
