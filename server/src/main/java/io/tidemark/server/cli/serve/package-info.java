/** serve, and the demo that makes what it serves. */
package io.tidemark.server.cli.serve;
