/** Responses of data routes: pages of rows in a format, their metadata and their ETag. */
package io.tidemark.server.answer;
