/** The contract of a route: parameters, fields, access and periods of its rows. */
package io.tidemark.server.route.contract;
