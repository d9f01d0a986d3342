package io.tidemark.ingest.generate;

/** How far the generator is: so many of its sites. */
public record GeneratorProgress(int done, int of) {

    @Override
    public String toString() {
        return "generated " + done + " of " + of + " sites";
    }
}
