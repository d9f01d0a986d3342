package io.tidemark.server.cli.state;

/** A command that shows what the state folder holds and changes nothing. */
public abstract class ListingCommand extends StateCommand {
    @Override
    final boolean changes() {
        return false;
    }
}
