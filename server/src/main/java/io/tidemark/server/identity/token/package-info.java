/** Access and refresh tokens of our own: signed, rotated, checked. */
package io.tidemark.server.identity.token;
