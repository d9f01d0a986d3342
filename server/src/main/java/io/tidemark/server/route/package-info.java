/** Routes as files: how they are found, read and checked. What they promise is in the package contract. */
package io.tidemark.server.route;
