package io.tidemark.server.cli.state;

/** The base of commands that list the state and change nothing. */
public abstract class ListingCommand extends StateCommand {
    @Override
    public final boolean changes() {
        return false;
    }
}
