package io.tidemark.ingest.contract;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.text.YamlResource;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The contracts of all tables that can be delivered. They are declared in deliveries.yaml. */
public final class SourceTables {

    private static final List<SourceTable> ALL = read();

    /** The reporting companies. */
    public static final SourceTable FARMERS = named("farmers");
    /** The platform's areas. */
    public static final SourceTable PLATFORM_AREAS = named("platform_areas");
    /** Causes of loss. */
    public static final SourceTable LOSS_CATEGORIES = named("loss_categories");
    /** Changes of the code list. */
    public static final SourceTable LOSS_CATEGORY_CHANGES = named("loss_category_changes");
    /** Coastal water types. */
    public static final SourceTable MARINE_TYPES = named("marine_types");
    /** Coastal water regions. */
    public static final SourceTable MARINE_TYPE_REGIONS = named("marine_type_regions");
    /** Species of stock, and which of them count. */
    public static final SourceTable SPECIES = named("species");
    /** The coastal water of sites. */
    public static final SourceTable SITE_MARINE_TYPES = named("site_marine_types");
    /** The companies named for a site. */
    public static final SourceTable SITE_FARMERS = named("site_farmers");
    /** The production areas. */
    public static final SourceTable PRODUCTION_AREA = named("production_area");
    /** The site register. */
    public static final SourceTable SITE = named("site");
    /** The monthly biomass statistics. */
    public static final SourceTable AUTHORITY_MONTH = named("authority_month");
    /** Stock of a unit at the start of each day. */
    public static final SourceTable STOCK = named("stock");
    /** Losses by cause. */
    public static final SourceTable LOSSES = named("losses");
    /** Feed given. */
    public static final SourceTable FEEDING = named("feeding");
    /** Temperature readings. */
    public static final SourceTable TEMPERATURES = named("temperatures");
    /** Treatments and other health measures. */
    public static final SourceTable TREATMENTS = named("treatments");
    /** Lice counted by unit. */
    public static final SourceTable LICE = named("lice");

    private record Declared(DeliveryPart part, String fills, Map<String, DeclaredColumn> columns,
            @Nullable List<String> eitherOf, @Nullable Map<String, List<String>> numbered, List<String> key) {

        private SourceTable table(String name) {
            List<NameList> lists = new ArrayList<>();
            if (numbered != null) {
                numbered.forEach((list, names) -> lists.add(new NameList(list, names)));
            }
            return SourceTable.of(name, part, LakeTables.find(fills).orElseThrow(), columns,
                    Objects.requireNonNullElse(eitherOf, List.of()), key, lists);
        }
    }

    private SourceTables() {}

    private static List<SourceTable> read() {
        List<SourceTable> tables = new ArrayList<>();
        YamlResource.read(SourceTables.class, "deliveries.yaml",
                new TypeReference<LinkedHashMap<String, Declared>>() {})
                .forEach((name, declared) -> tables.add(declared.table(name)));
        return List.copyOf(tables);
    }

    /** All delivered tables, in the order of ingest. */
    public static List<SourceTable> all() {
        return ALL;
    }

    /** Finds a table by its name and its part of a delivery. */
    public static Optional<SourceTable> find(DeliveryPart folder, String name) {
        return ALL.stream().filter(t -> t.folder() == folder && t.name().equals(name)).findFirst();
    }

    private static SourceTable named(String name) {
        return ALL.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
    }
}
