/** Checks an installation and suggests a remedy for each finding. */
package io.tidemark.server.doctor;
