/** Answers: a page of rows in a format, in memory or in a file, its metadata and its entity tag. */
package io.tidemark.server.answer;
