package io.tidemark.generate.biology;

import static io.tidemark.generate.biology.BiologyParameters.LOSSES;

/** The causes that the generator uses, each a code of the shipped sample code list. */
@SuppressWarnings("MutablePublicArray") // tables of numbers, read in the innermost loops and written by nobody
public enum LossCause {
    PD("A101"), HSMI("A103"), CMS("A104"), WINTER_ULCER("A201"), TENACIBACULOSIS("A202"), PASTEURELLOSIS("A203"),
    YERSINIOSIS("A204"), AGD("A301"), LICE("A302"), WATER_MOULD("A401"), GILL_DISEASE("A402"), OTHER_INFECTION("A403"),
    GRADING("B101"), TRANSPORT("B102", LOSSES.weightNew()), VACCINATION("B103"),
    MECHANICAL("B201"), THERMAL("B202"), BATH("B203"), FRESHWATER("B204"), COMBINATION("B205"),
    PREDATOR("B301"), WOUNDS("B501"), EQUIPMENT("B401"), OXYGEN("C101"), ALGAE("C201"), JELLYFISH("C202"),
    STORM("C303"),
    SMOLT("D101", LOSSES.weightNew()), OSMOREGULATION("D102", LOSSES.weightNew()), RUNT("D201", LOSSES.weightRunt()),
    MATURE("D202", 1), DEFORMITY("D301"), NEPHROCALCINOSIS("D302"), SMOLT_SYNDROME("D303"), HEART("D304"),
    ACCIDENT("E201"), OTHER("E301"), UNKNOWN("F101"), DECOMPOSED("F102");

    /** Causes of the everyday losses at sea, weighted by {@link BiologyParameters.Losses#everydayWeights}. */
    public static final LossCause[] EVERYDAY =
            {UNKNOWN, DECOMPOSED, WOUNDS, PREDATOR, OTHER_INFECTION, LICE, RUNT, HEART, DEFORMITY, ACCIDENT, OTHER};
    /** Causes of mishaps, weighted by {@link BiologyParameters.Losses#mishapWeights}. */
    public static final LossCause[] MISHAP = {GRADING, EQUIPMENT, ACCIDENT};
    /** Causes of left-over fish's deaths, weighted by {@link BiologyParameters.Losses#leftOverWeights}. */
    public static final LossCause[] LEFT_OVER = {RUNT, WINTER_ULCER, WOUNDS};
    /** Causes of the everyday losses in tanks on land, weighted by {@link BiologyParameters.Losses#inTanksWeights}. */
    public static final LossCause[] IN_TANKS = {UNKNOWN, RUNT, DEFORMITY, NEPHROCALCINOSIS, SMOLT_SYNDROME,
            WATER_MOULD, GRADING};

    private final String code;
    private final double relativeWeight;

    LossCause(String code) {
        this(code, LOSSES.weight());
    }

    LossCause(String code, double relativeWeight) {
        this.code = code;
        this.relativeWeight = relativeWeight;
    }

    /** The code list's level 3 code. */
    public String code() {
        return code;
    }

    /** Weight of a fish lost to this cause, relative to the unit's mean. */
    public double relativeWeight() {
        return relativeWeight;
    }
}
