package io.tidemark.server.cli.account;

import io.tidemark.server.identity.key.ApiKeys.Expiry;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the end of a key: a day in Norway, or never. */
final class KeyEnd implements ITypeConverter<Expiry> {

    @Override
    public Expiry convert(String value) {
        try {
            return value.equals("never") ? Expiry.NEVER : Expiry.onDay(value);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + value + "' is neither a date such as 2027-01-01 nor never");
        }
    }
}
