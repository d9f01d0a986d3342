/** The generated coast: sites, and the companies that own them. */
package io.tidemark.generate.coast;
