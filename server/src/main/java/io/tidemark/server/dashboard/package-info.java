/** The dashboard's files over HTTP; their data comes from the API. */
@NullMarked
package io.tidemark.server.dashboard;

import org.jspecify.annotations.NullMarked;
