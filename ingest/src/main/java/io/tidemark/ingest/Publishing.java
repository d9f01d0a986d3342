package io.tidemark.ingest;

/** How deliveries are published: by themselves or together, which hides whose rows changed. */
public enum Publishing {
    /** A single delivery, by a command of its own. */
    ALONE("tidemark ingest --watch collects deliveries and publishes them together"),
    /** A watch publishes each by itself. */
    EACH("without --publish-each, the watch collects the deliveries of a day and publishes them together"),
    /** A watch publishes the deliveries of a day together. */
    TOGETHER("few had delivered by the publishing time; a later --publish-at lets more of them deliver");

    private final String advice;

    Publishing(String advice) {
        this.advice = advice;
    }

    /** What to know or to do, for people, if the rows of few groups changed. */
    String advice() {
        return advice;
    }
}
