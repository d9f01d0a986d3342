package io.tidemark.server.cli.query;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The formats in which a command writes rows. */
enum OutputFormat {
    TABLE, CSV, JSON, NDJSON, PARQUET;

    /** The name of the format on the command line. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static final class Name implements ITypeConverter<OutputFormat> {
        @Override
        public OutputFormat convert(String value) {
            return Arrays.stream(values()).filter(format -> format.text().equals(value)).findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + value + "' is none of "
                            + Arrays.stream(values()).map(OutputFormat::text).collect(Collectors.joining(", "))));
        }
    }
}
