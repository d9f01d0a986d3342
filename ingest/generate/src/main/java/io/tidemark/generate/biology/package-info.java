/** Models fish growth, sea temperature, lice and losses by day; each number has its source. */
package io.tidemark.generate.biology;
