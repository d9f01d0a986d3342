/** Which company a site belongs to. */
package io.tidemark.data.claims;
