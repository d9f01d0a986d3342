/** The rows and sites of a company in a lake. */
@org.jspecify.annotations.NullMarked
package io.tidemark.data.farmer;
