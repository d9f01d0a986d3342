/** What a package is made with: a rehearsal for the class cache, man pages, completion. Not part of a running server. */
package io.tidemark.server.packaging;
