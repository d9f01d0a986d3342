/** The base of commands on the state folder, and the commands session and signing-key. */
package io.tidemark.server.cli.state;
