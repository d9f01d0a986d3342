/** The life of a data request, from the caller to the answer. */
package io.tidemark.server.request;
