/** Access tokens of another OpenID Connect provider. */
package io.tidemark.server.identity.provider;
