package io.tidemark.ingest.authority;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes small site registers in the published layouts. */
public final class RegisterText {

    public static final String TITLE_2019 = "AKVAKULTURTILLATELSER PR. 11.11.2019;;;;;;;;;;;;;;;;;;;;;;;;";
    public static final String TITLE_2023 = "AKVAKULTURTILLATELSER PR. 23-06-2023 ;;;;;;;;;;;;;;;;;;;;;;;;;;;";
    public static final List<String> HEADER_2019 =
            List.of(("TILL_NR;ORG.NR/PERS.NR;NAVN;ADRESSE;POSTNR;POSTSTED;TILDELINGSTIDSPUNKT;"
            + "TIDSBEGRENSET;TILL_KOMNR;TILL_KOM;FORMÅL;PRODUKSJONSFORM;ART;TILL_KAP;TILL_ENHET;LOK_NR;LOK_NAVN;LOK_KOMNR;"
            + "LOK_KOM;LOK_PLASS;VANNMILJØ;LOK_KAP;LOK_ENHET;N_GEOWGS84;Ø_GEOWGS84").split(";"));
    public static final List<String> HEADER_2023 =
            List.of(("TILL_NR;ORG.NR/PERS.NR;NAVN;ADRESSE;POSTNR;POSTSTED;TILDELINGSTIDSPUNKT;"
            + "TIDSBEGRENSET;TILL_KOMNR;TILL_KOM;FORMÅL;PRODUKSJONSFORM;ART;ART_KODE;TILL_KAP;TILL_ENHET;LOK_NR;LOK_NAVN;"
            + "LOK_KOMNR;LOK_KOM;LOK_PLASS;VANNMILJØ;LOK_KAP;LOK_ENHET;UTGÅR_DATO;N_GEOWGS84;Ø_GEOWGS84;PROD_OMR")
            .split(";"));

    private RegisterText() {}

    /** Title, header and rows. */
    public static String of(String title, List<String> header, List<String> rows) {
        return title + "\n" + String.join(";", header) + "\n" + String.join("", rows);
    }

    /** A good row in that layout, with some columns changed: column, value, column, value. */
    public static String row(List<String> header, String... changes) {
        Map<String, String> values = new LinkedHashMap<>();
        header.forEach(column -> values.put(column, ""));
        values.putAll(Map.of("TILL_NR", "H AV0001", "ORG.NR/PERS.NR", "912345678", "NAVN", "HAVBRUK AS",
                "TILDELINGSTIDSPUNKT", "03-10-1991", "ART", "Laks", "LOK_NR", "13035", "LOK_NAVN", "SAUANESET I",
                "LOK_PLASS", "SJØ", "N_GEOWGS84", "60.089085", "Ø_GEOWGS84", "5.267967"));
        values.put("TILL_KAP", "1.000");
        for (int i = 0; i < changes.length; i += 2) {
            if (values.replace(changes[i], changes[i + 1]) == null) {
                throw new IllegalArgumentException("no column " + changes[i]);
            }
        }
        return String.join(";", values.values()) + "\n";
    }
}
