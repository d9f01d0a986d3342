/** Files on disk: durable writes, locks, hashes, permissions and ownership. */
package io.tidemark.data.file;
