/** The dashboard's files over HTTP; what they draw they ask the API for. */
@NullMarked
package io.tidemark.server.web;

import org.jspecify.annotations.NullMarked;
