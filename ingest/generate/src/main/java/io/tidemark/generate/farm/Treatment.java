package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.FEEDING;
import static io.tidemark.generate.biology.BiologyParameters.LICE;

import io.tidemark.generate.biology.BiologyParameters.MethodTraits;
import io.tidemark.generate.biology.LossCause;
import java.util.List;

/**
 * A planned or completed treatment.
 *
 * @param day        epoch day
 * @param method     method
 * @param target     its target, a treatment_target
 * @param subtype    substance or technique
 * @param antibiotic whether it is an antibiotic
 * @param full       whether it treats all units with fish that day; decided on the day
 * @param units      the treated units
 */
public record Treatment(int day, Method method, String target, String subtype, boolean antibiotic, boolean full,
        List<StockedUnit> units) {

    /** The methods of treatment: category, technique or substance, and losses. */
    @SuppressWarnings("ImmutableEnumChecker") // the traits are numbers
    public enum Method {
        THERMAL("Thermal", "warm water", LICE.thermal(), LossCause.THERMAL, true),
        MECHANICAL("Mechanical", "flushing and brushing", LICE.mechanical(), LossCause.MECHANICAL, true),
        FRESHWATER("Freshwater", "freshwater in well boat", LICE.freshwater(), LossCause.FRESHWATER, true),
        BATH("Bath", "azamethiphos", LICE.bath(), LossCause.BATH, true),
        MEDICINAL("Medicinal", "emamectin benzoate", LICE.medicine(), LossCause.BATH, false),
        COMBINATION("Combination", "freshwater and flushing", LICE.combination(), LossCause.COMBINATION, true),
        CLEANERFISH("Cleanerfish", "lumpfish", LICE.cleanerfish(), LossCause.UNKNOWN, false),
        VACCINATION("Vaccination", "multivalent oil vaccine", LICE.vaccination(), LossCause.VACCINATION, true);

        private final String category;
        private final String technique;
        private final MethodTraits traits;
        private final LossCause cause;
        private final boolean handling;

        Method(String category, String technique, MethodTraits traits, LossCause cause, boolean handling) {
            this.category = category;
            this.technique = technique;
            this.traits = traits;
            this.cause = cause;
            this.handling = handling;
        }

        public String category() {
            return category;
        }

        String technique() {
            return technique;
        }

        /** How often it is used, what it removes and what it kills. */
        public MethodTraits traits() {
            return traits;
        }

        public LossCause cause() {
            return cause;
        }

        public boolean handling() {
            return handling;
        }
    }

    /** Whether feed is withheld from a unit on a day because of it. */
    boolean starves(StockedUnit unit, int on) {
        return method.handling() && on <= day && on >= day - FEEDING.starvedBeforeHandling()
                && units.contains(unit);
    }
}
