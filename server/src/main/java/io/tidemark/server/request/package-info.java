/** The life of a data request, from its caller to the response. */
package io.tidemark.server.request;
