/** Which files a delivery holds, whose they are, and which of them are taken. */
package io.tidemark.ingest.delivery;
