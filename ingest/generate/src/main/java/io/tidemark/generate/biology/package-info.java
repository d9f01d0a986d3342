/** How fish, sea, lice and losses behave, day by day. */
package io.tidemark.generate.biology;
