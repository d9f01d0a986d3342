package io.tidemark.ingest.authority.register;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A farming site of the register, combined from its rows.
 *
 * @param siteId           the authority's site number
 * @param name             name
 * @param latitude         degrees north, WGS84; null together with the longitude
 * @param longitude        degrees east, WGS84
 * @param placement        {@code offshore} (SJØ) or {@code onshore} (LAND)
 * @param productionAreaId 1 to 13 as in the register; null if absent, as always in the 2019 layout
 * @param ownerNumbers     organisation numbers (nine digits) of all licence holders, distinct, sorted; personal numbers of
 * private owners are never stored
 * @param species          licensed species as written ({@code Laks}), distinct, sorted
 * @param purposes         purposes of its licences in capitals ({@code KOMMERSIELL}), distinct, sorted
 * @param productionForms  their production forms in capitals ({@code MATFISK}), distinct, sorted
 */
public record RegisteredSite(String siteId, String name, @Nullable Double latitude, @Nullable Double longitude,
        String placement, @Nullable Integer productionAreaId, List<String> ownerNumbers, List<String> species, List<String> purposes,
        List<String> productionForms) {

    /** Copies the lists. */
    public RegisteredSite {
        ownerNumbers = List.copyOf(ownerNumbers);
        species = List.copyOf(species);
        purposes = List.copyOf(purposes);
        productionForms = List.copyOf(productionForms);
    }
}
