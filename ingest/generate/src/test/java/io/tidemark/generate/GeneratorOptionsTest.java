package io.tidemark.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.generate.coast.Farmer;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorOptionsTest {

    @Test
    void defaults() {
        GeneratorOptions options = GeneratorOptions.defaults(LocalDate.of(2026, 5, 20));
        assertThat(options).isEqualTo(new GeneratorOptions(120, 6, 3, 1, LocalDate.of(2026, 5, 20), null));
        assertThat(options.begin()).isEqualTo(LocalDate.of(2023, 5, 21));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 6, 3, 2026-01-01, '--sites is 0, it must lie between 1 and 5000'",
        "5001, 6, 3, 2026-01-01, --sites is 5001",
        "1, 0, 3, 2026-01-01, --units is 0",
        "1, 41, 3, 2026-01-01, --units is 41",
        "1, 6, -1, 2026-01-01, --years is -1",
        "1, 6, 31, 2026-01-01, --years is 31",
        "1, 6, 3, 0202-01-01, --end is 0202-01-01",
    })
    void outOfRange(int sites, int units, int years, LocalDate end, String message) {
        assertThatThrownBy(() -> new GeneratorOptions(sites, units, years, 1, end, null))
                .isInstanceOf(GeneratorException.class).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"0, 80", "81, 80", "-1, 80"})
    void groupsOutOfRange(int groups, int most) {
        assertThatThrownBy(() -> new GeneratorOptions(100, 6, 3, 1, LocalDate.of(2026, 1, 1), null, groups, false))
                .hasMessage("--groups is " + groups + ", it must lie between 1 and " + most);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 3", "24, 5", "60, 24", "60, 58"})
    void asManyGroupsAsAskedForEachWithASite(int sites, int groups) {
        GeneratedCoast coast = new GeneratedCoast(
                new GeneratorOptions(sites, 1, 1, 1, LocalDate.of(2026, 1, 1), null, groups, false));
        assertThat(coast.delivering().stream().map(Farmer::groupKey).distinct()).hasSize(groups);
        assertThat(coast.sitesByFarmer()).hasSize(coast.delivering().size());
        assertThat(coast.farmers()).extracting(Farmer::name).doesNotHaveDuplicates();
    }

    /** Two of sixty sites are on land. */
    @Test
    void eachGroupHasASiteAtSea() {
        assertThatThrownBy(() -> new GeneratedCoast(new GeneratorOptions(60, 1, 1, 1, LocalDate.of(2026, 1, 1), null,
                59, false)))
                .hasMessage("--groups is 59, more than the 58 sites at sea");
    }

    /** A few very large groups along the whole coast, many small ones in one or two areas. */
    @Test
    void groupsAreLikeTheRealOnes() {
        GeneratedCoast coast = new GeneratedCoast(new GeneratorOptions(400, 1, 1, 1, LocalDate.of(2026, 1, 1), null));
        Map<String, Integer> sites = new HashMap<>();
        Map<String, Set<Integer>> areas = new HashMap<>();
        coast.sitesByFarmer().forEach((farmer, owned) -> {
            String group = coast.farmers().get(farmer).groupKey();
            sites.merge(group, owned.size(), Integer::sum);
            owned.forEach(site -> areas.computeIfAbsent(group, g -> new HashSet<>())
                    .add(coast.sites().get(site).coast().id()));
        });
        assertThat(sites).hasSize(32);
        assertThat(sites.get("G01")).isBetween(60, 90);
        assertThat(areas.get("G01")).hasSizeGreaterThanOrEqualTo(10);
        assertThat(Stream.of("G01", "G02", "G03", "G04", "G05").mapToInt(sites::get).sum()).isBetween(180, 235);
        assertThat(areas.values().stream().filter(a -> a.size() <= 3).count()).isGreaterThanOrEqualTo(15);
    }
}
