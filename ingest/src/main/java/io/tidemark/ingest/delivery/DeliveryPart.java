package io.tidemark.ingest.delivery;

/** The three parts of a delivery, in the order of ingest. */
public enum DeliveryPart {
    /** The platform's own lists. */
    REFERENCE("reference"),
    /** The authority's registers and statistics. */
    AUTHORITY("authority"),
    /** The farmers' data, in a folder for each farmer. */
    FARMERS("farmers");

    private final String folderName;

    DeliveryPart(String folderName) {
        this.folderName = folderName;
    }

    /** The name of the folder in a delivery. */
    public String folderName() {
        return folderName;
    }
}
