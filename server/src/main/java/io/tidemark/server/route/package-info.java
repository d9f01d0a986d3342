/** Routes as files: their contracts, their SQL, and how they are found. */
package io.tidemark.server.route;
