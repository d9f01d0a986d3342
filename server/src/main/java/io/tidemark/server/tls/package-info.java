/** The server's certificate: read from its files, checked, and served anew when they change. */
package io.tidemark.server.tls;
