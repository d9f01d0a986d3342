/** Accepts access tokens of other OpenID Connect providers. */
package io.tidemark.server.identity.provider;
