/** The command farmer: an operator's tasks for a single company. */
package io.tidemark.server.cli.farmer;
