/** Files on disk: made durable, locked, hashed, with their permissions and owner. */
package io.tidemark.data.file;
