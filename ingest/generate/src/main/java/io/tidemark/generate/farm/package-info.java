/** A site lives: units are stocked, grow, lose fish, are treated and harvested. */
package io.tidemark.generate.farm;
