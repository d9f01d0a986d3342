package io.tidemark.generate;

import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.Coast;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Chooses sites from the Directorate of Fisheries' aquaculture register (Akvakulturregisteret, 2019 and 2023 layouts):
 * a title line, a header, then one row per licence, site and species, separated by semicolons.
 *
 * <p>Only sites at sea ({@code LOK_PLASS} SJØ) with salmon or rainbow trout count. The production area is ignored: the
 * nearest known place determines climate, lice and diseases, and ingest finds the real area from the polygons.
 */
final class RegisterSites {

    private static final String NUMBER = "LOK_NR";
    private static final String NAME = "LOK_NAVN";
    private static final String PLACEMENT = "LOK_PLASS";
    private static final String SPECIES = "ART";
    private static final String LATITUDE = "N_GEOWGS84";
    private static final String LONGITUDE = "Ø_GEOWGS84";
    private static final List<String> COLUMNS = List.of(NUMBER, NAME, PLACEMENT, SPECIES, LATITUDE, LONGITUDE);
    private static final String AT_SEA = "SJØ";
    private static final String SALMON_NAME = "Laks";
    private static final String TROUT_NAME = "Regnbueørret";

    /** A site of the register, and the species of the two that it may keep. */
    private record Listed(int number, String name, double latitude, double longitude, boolean salmon, boolean trout) {

        Listed with(Listed other) {
            return new Listed(number, name, latitude, longitude, salmon || other.salmon, trout || other.trout);
        }
    }

    private RegisterSites() {}

    /**
     * Chooses sites of the register, spread from south to north.
     *
     * @throws GeneratorException if the file cannot be read, is not a register, or has fewer sites than requested
     */
    static List<GeneratedSite> choose(Path register, int count, Draws draws) {
        List<Listed> listed = new ArrayList<>(read(register).values());
        if (listed.size() < count) {
            throw new GeneratorException("--sites " + count + " asks for more than the " + listed.size()
                    + " sites at sea with salmon or rainbow trout in " + register);
        }
        listed.sort(Comparator.comparingDouble(Listed::latitude).thenComparingInt(Listed::number));
        double stride = (double) listed.size() / count;
        double start = draws.uniform(0, stride);
        List<GeneratedSite> sites = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int position = Math.min((int) (start + i * stride), listed.size() - 1);
            sites.add(site(listed.get(position), draws));
        }
        return sites;
    }

    private static GeneratedSite site(Listed listed, Draws draws) {
        Coast.Area area = Coast.nearest(listed.latitude(), listed.longitude());
        boolean mayBeTrout = listed.trout() && area.id() >= STOCKING.troutFirstArea()
                && area.id() <= STOCKING.troutLastArea();
        boolean trout = !listed.salmon() || (mayBeTrout && draws.chance(STOCKING.troutShare()));
        return new GeneratedSite(
                Integer.toString(listed.number()), listed.name(), listed.latitude(), listed.longitude(), false, null,
                area, trout ? GeneratedSite.TROUT : GeneratedSite.SALMON, null);
    }

    private static Map<Integer, Listed> read(Path register) {
        Map<Integer, Listed> sites = new TreeMap<>();
        try (BufferedReader lines = Files.newBufferedReader(register)) {
            lines.readLine();
            try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().fieldSeparator(';').ofNamedCsvRecord(lines)) {
                boolean first = true;
                for (NamedCsvRecord row : rows) {
                    if (first) {
                        requireColumns(row, register);
                        first = false;
                    }
                    add(row, sites);
                }
            }
        } catch (UncheckedIOException e) {
            // the CSV reader's exception for a failing file
            throw unreadable(register, Objects.requireNonNullElse(e.getCause(), e));
        } catch (IOException | CsvParseException e) {
            throw unreadable(register, e);
        }
        return sites;
    }

    private static GeneratorException unreadable(Path register, Throwable cause) {
        return switch (cause) {
            case NoSuchFileException e -> new GeneratorException("there is no register " + register, e);
            case CharacterCodingException e -> new GeneratorException("the register " + register + " is not UTF-8", e);
            default -> new GeneratorException("cannot read the register " + register + ": " + cause.getMessage(),
                    cause);
        };
    }

    private static void requireColumns(NamedCsvRecord row, Path register) {
        List<String> missing = COLUMNS.stream().filter(c -> !row.getHeader().contains(c)).toList();
        if (!missing.isEmpty()) {
            throw new GeneratorException(register + " is not a site register of the 2019 or 2023 layout: its second "
                    + "line lacks " + String.join(", ", missing));
        }
    }

    /** Adds a row. Skips rows that are cut short or have no usable number or position; ingest reports them. */
    private static void add(NamedCsvRecord row, Map<Integer, Listed> sites) {
        if (row.getFieldCount() < row.getHeader().size() || !row.getField(PLACEMENT).strip().equals(AT_SEA)) {
            return;
        }
        boolean salmon = row.getField(SPECIES).strip().equals(SALMON_NAME);
        boolean trout = row.getField(SPECIES).strip().equals(TROUT_NAME);
        if (!salmon && !trout) {
            return;
        }
        try {
            Listed listed = new Listed(
                    Integer.parseInt(row.getField(NUMBER).strip()), row.getField(NAME).strip(),
                    Double.parseDouble(row.getField(LATITUDE).strip()),
                    Double.parseDouble(row.getField(LONGITUDE).strip()), salmon, trout);
            if (listed.latitude() > 0 && listed.longitude() > 0) {
                sites.merge(listed.number(), listed, Listed::with);
            }
        } catch (NumberFormatException e) {
            return;
        }
    }
}
