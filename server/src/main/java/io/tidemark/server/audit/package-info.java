/** The audit log, and alerts on repeated failures. Both consume events. */
package io.tidemark.server.audit;
