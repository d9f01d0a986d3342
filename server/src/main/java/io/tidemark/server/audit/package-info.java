/** The audit log, a file of its own, and the alerts that repeated failures raise. Both are fed from the events. */
package io.tidemark.server.audit;
