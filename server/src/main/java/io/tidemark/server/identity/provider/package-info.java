/**
 * Accepts access tokens of other OpenID Connect providers, one for all or one of each company, and fetches those of
 * companies' sign-ins.
 */
package io.tidemark.server.identity.provider;
