package io.tidemark.ingest.authority.register;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Combines the rows of one site: owners, species, purposes and production forms from all rows, everything else from the first row that has it.
 * Contradicting rows are recorded, once per column and value.
 */
final class SiteAssembly {

    private final String siteId;
    private final String name;
    private final String placement;
    private SiteRow.@Nullable Position position;
    private @Nullable Integer productionAreaId;
    private final SortedSet<String> ownerNumbers = new TreeSet<>();
    private final SortedSet<String> species = new TreeSet<>();
    private final SortedSet<String> purposes = new TreeSet<>();
    private final SortedSet<String> productionForms = new TreeSet<>();
    private final Map<String, SiteDisagreement> disagreements = new LinkedHashMap<>();

    /** The site from its first row, without what is collected from all. */
    SiteAssembly(SiteRow first) {
        siteId = first.siteId();
        name = first.name();
        placement = first.placement();
    }

    void add(SiteRow row) {
        compare(row, SiteRow.NAME, name, row.name());
        compare(row, SiteRow.PLACEMENT, placement, row.placement());
        position = firstOf(row, SiteRow.LATITUDE, position, row.position());
        productionAreaId = firstOf(row, SiteRow.PRODUCTION_AREA, productionAreaId, row.productionAreaId());
        collect(ownerNumbers, row.ownerNumber());
        collect(species, row.species());
        collect(purposes, row.purpose());
        collect(productionForms, row.productionForm());
    }

    private static void collect(Set<String> all, @Nullable String value) {
        if (value != null) {
            all.add(value);
        }
    }

    private <T> @Nullable T firstOf(SiteRow row, String column, @Nullable T kept, @Nullable T other) {
        if (kept == null) {
            return other;
        }
        if (other != null) {
            compare(row, column, kept, other);
        }
        return kept;
    }

    private void compare(SiteRow row, String column, Object kept, Object other) {
        if (!Objects.equals(kept, other)) {
            disagreements.putIfAbsent(column + '\n' + other,
                    new SiteDisagreement(siteId, row.line(), column, kept.toString(), other.toString()));
        }
    }

    RegisteredSite site() {
        return new RegisteredSite(siteId, name, position == null ? null : (Double) position.latitude(),
                position == null ? null : (Double) position.longitude(), placement, productionAreaId,
                List.copyOf(ownerNumbers), List.copyOf(species), List.copyOf(purposes), List.copyOf(productionForms));
    }

    List<SiteDisagreement> disagreements() {
        return List.copyOf(disagreements.values());
    }
}
