/** What a company has in a lake: its rows, and its sites. */
@org.jspecify.annotations.NullMarked
package io.tidemark.data.farmer;
