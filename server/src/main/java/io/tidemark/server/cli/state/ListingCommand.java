package io.tidemark.server.cli.state;

/** A command that lists the state folder and changes nothing. */
public abstract class ListingCommand extends StateCommand {
    @Override
    final boolean changes() {
        return false;
    }
}
