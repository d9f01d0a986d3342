/** What a command on the state folder is, and those on its sessions and keys: session and signing-key. */
package io.tidemark.server.cli.state;
