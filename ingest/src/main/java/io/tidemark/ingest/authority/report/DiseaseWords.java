package io.tidemark.ingest.authority.report;

import java.util.Locale;
import java.util.Map;

/** The names of diseases and statuses by the authority's words, in any case. Words that are not here are kept as they are written. */
final class DiseaseWords {

    static final String SUSPECTED = "suspected";
    private static final String CONFIRMED = "confirmed";

    /** By the short names, and by those of the fish-health service's programming interface. */
    private static final Map<String, String> DISEASES = Map.ofEntries(
            Map.entry("pd", "PD"), Map.entry("pankreassykdom", "PD"),
            Map.entry("ila", "ILA"), Map.entry("infeksioes_lakseanemi", "ILA"), Map.entry("infeksiøs lakseanemi", "ILA"),
            Map.entry("bkd", "BKD"), Map.entry("bakteriell_nyresyke", "BKD"), Map.entry("bakteriell nyresyke", "BKD"),
            Map.entry("vhs", "VHS"), Map.entry("viral_hemoragisk_septikemi", "VHS"),
            Map.entry("ihn", "IHN"), Map.entry("infeksioes_hematopoietisk_nekrose", "IHN"),
            Map.entry("furunkulose", "Furunkulose"), Map.entry("francisellose", "Francisellose"));
    private static final Map<String, String> STATUSES = Map.ofEntries(
            Map.entry("mistanke", SUSPECTED), Map.entry("mistenkt", SUSPECTED),
            Map.entry("påvist", CONFIRMED), Map.entry("paavist", CONFIRMED), Map.entry("bekreftet", CONFIRMED), Map.entry("diagnose", CONFIRMED),
            Map.entry("avkreftet", "refuted"), Map.entry("avsluttet", "ended"));

    private DiseaseWords() {}

    static String disease(String word) {
        return DISEASES.getOrDefault(word.toLowerCase(Locale.ROOT), word);
    }

    static String status(String word) {
        return STATUSES.getOrDefault(word.toLowerCase(Locale.ROOT), word);
    }

    /** Counts words that are not known. */
    static void tell(String disease, String status, UnknownWords diseases, UnknownWords statuses) {
        if (!DISEASES.containsKey(disease.toLowerCase(Locale.ROOT))) {
            diseases.add("Sykdom", disease);
        }
        if (!STATUSES.containsKey(status.toLowerCase(Locale.ROOT))) {
            statuses.add("Status", status);
        }
    }
}
