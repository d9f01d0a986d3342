package io.tidemark.server.cli.account;

import io.tidemark.server.identity.account.WatchMail;
import picocli.CommandLine;

/** Reads a {@link WatchMail} by its name. */
final class WatchMailName implements CommandLine.ITypeConverter<WatchMail> {
    @Override
    public WatchMail convert(String value) {
        return WatchMail.of(value).orElseThrow(() ->
                new CommandLine.TypeConversionException("must be nb, en or off, not " + value));
    }
}
