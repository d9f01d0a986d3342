/** The life of a data request. */
package io.tidemark.server.request;
