/**
 * Taking a company out of a lake: {@link io.tidemark.data.erase.FarmerErasure} is the entry point, {@link io.tidemark.data.erase.Erasure} the
 * protocol of what was done.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.data.erase;
