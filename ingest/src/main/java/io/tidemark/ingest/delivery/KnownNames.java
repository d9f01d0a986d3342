package io.tidemark.ingest.delivery;

import java.util.List;
import java.util.Set;

/** The table and farm-system names that a delivery may use. */
public interface KnownNames {

    /** The table names in a part of a delivery. */
    List<String> tables(DeliveryPart folder);

    /** The names of the farm systems whose exports can be read, in lower case. */
    Set<String> systems();
}
