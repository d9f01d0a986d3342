package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.Today;
import io.tidemark.server.identity.key.ApiKeys.Expiry;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** When a key ends, as it is typed: a day in Norway, or never. */
final class KeyEnd implements ITypeConverter<Expiry> {

    @Override
    public Expiry convert(String value) {
        try {
            return new Expiry(value.equals("never") ? null : LocalDate.parse(value).atStartOfDay(Today.NORWAY).toInstant());
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + value + "' is not a day such as 2027-01-01, nor never");
        }
    }
}
