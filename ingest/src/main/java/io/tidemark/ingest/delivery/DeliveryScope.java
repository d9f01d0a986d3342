package io.tidemark.ingest.delivery;

import java.util.Arrays;
import java.util.List;

/**
 * The parts that the sender of a delivery may deliver.
 *
 * @param parts folders of a delivery, such as {@code farmers/F07} or {@code authority}; empty for all
 */
public record DeliveryScope(List<String> parts) {

    /** The whole delivery. */
    public static final DeliveryScope EVERYTHING = new DeliveryScope(List.of());

    /** Checks that each part is a folder of a delivery, and removes trailing slashes. */
    public DeliveryScope {
        parts = parts.stream().map(DeliveryScope::checked).toList();
    }

    private static String checked(String written) {
        String part = written.strip().replaceAll("/+$", "");
        String[] names = part.split("/", -1);
        boolean known = Arrays.stream(DeliveryPart.values()).anyMatch(folder -> folder.folderName().equals(names[0]));
        boolean deep = names.length > (names[0].equals(DeliveryPart.FARMERS.folderName()) ? 2 : 1);
        if (!known || deep || Arrays.stream(names)
                .anyMatch(name -> name.isBlank() || name.equals(".") || name.equals(".."))) {
            throw new IllegalArgumentException("'" + DisplayText.of(written)
                    + "' is no part of a delivery; there are reference, authority, farmers, and farmers/<farmer_id>");
        }
        return part;
    }

    /** Whether the scope is the whole delivery. */
    public boolean isEverything() {
        return parts.isEmpty();
    }

    /** Whether a path inside a delivery is in the scope. */
    boolean holds(String path) {
        return parts.isEmpty() || parts.stream().anyMatch(part -> path.equals(part) || path.startsWith(part + "/"));
    }

    /** The folder to report for a path outside the scope: the outermost one with nothing inside the scope. */
    String leftOut(String path) {
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String folder = path.substring(0, slash + 1);
            if (parts.stream().noneMatch(part -> part.startsWith(folder))) {
                return folder;
            }
        }
        return path;
    }

    @Override
    public String toString() {
        return parts.isEmpty() ? "everything" : String.join(", ", parts);
    }
}
