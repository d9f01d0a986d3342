/** The rows of a single company in the tables of a lake. */
@org.jspecify.annotations.NullMarked
package io.tidemark.data.farmer;
