/** Simulates a site: its units are stocked, fed, treated and harvested, and lose fish. */
package io.tidemark.generate.farm;
