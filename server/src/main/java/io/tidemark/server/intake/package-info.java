/** Takes companies' deliveries by upload, on a listener of its own, and puts whole ones into the watched folder. */
package io.tidemark.server.intake;
