/** What a route promises: its parameters, its fields, who may ask, the periods that its rows speak of. */
package io.tidemark.server.route.contract;
