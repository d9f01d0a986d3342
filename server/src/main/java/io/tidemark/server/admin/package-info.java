/** Administration over HTTP, for admins alone: accounts, keys, the audit log, snapshots, deliveries, slow queries. */
@NullMarked
package io.tidemark.server.admin;

import org.jspecify.annotations.NullMarked;
