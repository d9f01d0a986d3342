/** The server's own access and refresh tokens: signs, rotates and checks them. */
package io.tidemark.server.identity.token;
