/** The audit log, a separate file, and alerts on repeated failures. Both consume events. */
package io.tidemark.server.audit;
