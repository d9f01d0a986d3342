/** The admin API: accounts, keys, the audit log, snapshots, deliveries and slow queries. */
@NullMarked
package io.tidemark.server.admin;

import org.jspecify.annotations.NullMarked;
