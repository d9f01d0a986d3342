/**
 * The server's certificate: read from its files, or issued by an authority (ACME); checked, and served anew when it
 * changes.
 */
package io.tidemark.server.tls;
