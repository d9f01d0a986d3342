package io.tidemark.generate.farm;

import io.tidemark.generate.biology.BiologyParameters;
import io.tidemark.generate.biology.BiologyParameters.Lice;
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
    public enum Method {
        THERMAL("Thermal", "warm water", Lice.THERMAL, LossCause.THERMAL, true),
        MECHANICAL("Mechanical", "flushing and brushing", Lice.MECHANICAL, LossCause.MECHANICAL, true),
        FRESHWATER("Freshwater", "freshwater in well boat", Lice.FRESHWATER, LossCause.FRESHWATER, true),
        BATH("Bath", "azamethiphos", Lice.BATH, LossCause.BATH, true),
        MEDICINAL("Medicinal", "emamectin benzoate", Lice.MEDICINE, LossCause.BATH, false),
        COMBINATION("Combination", "freshwater and flushing", Lice.COMBINATION, LossCause.COMBINATION, true),
        CLEANERFISH("Cleanerfish", "lumpfish", Lice.CLEANERFISH, LossCause.UNKNOWN, false),
        VACCINATION("Vaccination", "multivalent oil vaccine", Lice.VACCINATION, LossCause.VACCINATION, true);

        private final String category;
        private final String technique;
        private final double share;
        private final double effect;
        private final double loss;
        private final LossCause cause;
        private final boolean handling;

        Method(String category, String technique, Lice.MethodTraits traits, LossCause cause, boolean handling) {
            this.category = category;
            this.technique = technique;
            this.share = traits.share();
            this.effect = traits.effect();
            this.loss = traits.loss();
            this.cause = cause;
            this.handling = handling;
        }

        public String category() {
            return category;
        }

        String technique() {
            return technique;
        }

        /** Share of treatments against lice that use it. */
        double share() {
            return share;
        }

        /** Share of the lice that it removes. */
        double effect() {
            return effect;
        }

        /** Median share of the fish that it kills. */
        public double loss() {
            return loss;
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
        return method.handling() && on <= day && on >= day - BiologyParameters.Feeding.STARVED_BEFORE_HANDLING
                && units.contains(unit);
    }
}
