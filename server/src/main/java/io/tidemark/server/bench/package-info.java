/** Measurements: what a route costs against a bare scan of the rows that it reads. */
package io.tidemark.server.bench;
