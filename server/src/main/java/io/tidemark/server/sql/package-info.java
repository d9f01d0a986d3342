/** The texts under {@code sql/}: shared pieces, templates, named values, and what is made of them when a snapshot is opened. */
package io.tidemark.server.sql;
