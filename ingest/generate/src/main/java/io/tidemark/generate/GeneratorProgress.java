package io.tidemark.generate;

/** The progress of the generator, in sites. */
public record GeneratorProgress(int done, int of) {

    @Override
    public String toString() {
        return "generated " + done + " of " + of + " sites";
    }
}
