/** Looks at an installation, and says what to do about each finding. */
package io.tidemark.server.doctor;
