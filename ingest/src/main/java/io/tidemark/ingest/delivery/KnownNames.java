package io.tidemark.ingest.delivery;

import java.util.List;
import java.util.Set;

/** The known names in a delivery. */
public interface KnownNames {

    /** The tables of a part of a delivery. */
    List<String> tables(DeliveryPart folder);

    /** The farm systems whose exports are read, in lower case. */
    Set<String> systems();
}
