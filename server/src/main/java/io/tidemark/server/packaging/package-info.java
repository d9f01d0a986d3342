/** Makes the parts of a package: class cache, man pages and completion. A running server does not use it. */
package io.tidemark.server.packaging;
