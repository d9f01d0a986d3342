/** What an operator does for a single company: {@code tidemark farmer}. */
package io.tidemark.server.cli.farmer;
