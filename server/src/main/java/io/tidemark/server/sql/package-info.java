/** The texts under sql/: shared pieces, templates, named values, and the views of an open snapshot. */
package io.tidemark.server.sql;
