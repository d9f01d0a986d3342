/** What leaves the server: the typed errors, the one place that writes them, request ids and the JSON mapper. */
package io.tidemark.server.answer;
