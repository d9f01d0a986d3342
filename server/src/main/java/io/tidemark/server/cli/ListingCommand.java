package io.tidemark.server.cli;

/** A command that shows what the state folder holds and changes nothing. */
abstract class ListingCommand extends StateCommand {
    @Override
    final boolean changes() {
        return false;
    }
}
