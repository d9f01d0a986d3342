/** The routes as tools of assistants, by the Model Context Protocol: each call is a request of its user, no more. */
@NullMarked
package io.tidemark.server.assistant;

import org.jspecify.annotations.NullMarked;
