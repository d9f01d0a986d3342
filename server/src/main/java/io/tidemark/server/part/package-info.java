/** The start of a server: features, which start themselves, and the parts that they add and find. */
package io.tidemark.server.part;
