package io.tidemark.data.derive;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.PrivacyRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The procedure of definitions.md, section 2, case by case. Cells are written as area, generation, weight class and the
 * amount of each group: {@code 3 V25 100 abcd} is one fish-day of each of groups a to d, {@code a9} nine of group a's.
 * Atoms are numbers of cells, counted from 0. Area 1 and 2 are one platform area, so are 3 and 4, in region Sør; 6 and
 * 7 are one in Midt; N is outside all areas.
 */
class AtomTreeTest {

    private static final PrivacyRule OFF = new PrivacyRule(1, 85);
    private static final Map<String, List<Object>> PLACES = Map.of("1", sea("Sør", "A1", 1), "2", sea("Sør", "A1", 2),
            "3", sea("Sør", "A2", 3), "4", sea("Sør", "A2", 4), "6", sea("Midt", "A4", 6), "7", sea("Midt", "A4", 7),
            "N", Arrays.asList(null, null, null));

    private static List<Object> sea(String region, String platformArea, int area) {
        return List.of(region, platformArea, area);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a safe leaf is an atom, whatever its size               | 3 V25 100 abcd / 3 V25 200 abcd                              | 0 - 1
            three groups are not enough beside a caller's own       | 3 V25 100 abc                                                | none
            nothing safe: no atom                                   | 3 V25 100 a / 4 H25 900 a / 6 V25 100 b                      | none
            open classes of a band together                         | 3 V25 100 ab / 3 V25 400 cd                                  | 0 1
            the rest of a band takes in a safe class                | 3 V25 100 abcd / 3 V25 200 a                                 | 0 1
            of two safe classes the smaller                         | 3 V25 100 a9b9c9d9 / 3 V25 200 abcd / 3 V25 300 a            | 0 - 1 2
            of two of one size the first                            | 3 V25 100 abcd / 3 V25 200 abcd / 3 V25 300 a                | 0 2 - 1
            not before its own node: bands are apart                | 3 V25 100 abcd / 3 V25 500 ab / 3 V25 600 cd                 | 0 - 1 2
            open bands of a generation together                     | 3 V25 100 ab / 3 V25 900 cd                                  | 0 1
            open generations of an area together                    | 3 V25 100 ab / 3 H25 100 cd                                  | 0 1
            open areas of a platform area together                  | 3 V25 100 ab / 4 V25 100 cd                                  | 0 1
            the open of an area takes in an atom beside it          | 3 V25 100 ab / 4 V25 100 abcd / 4 H25 100 a9b9c9d9           | 0 1 - 2
            above the platform area open cells take in nothing      | 1 V25 100 abcd / 3 V25 100 a                                 | 0
            but are bound with each other: platform areas           | 1 V25 100 ab / 3 V25 100 cd                                  | 0 1
            regions                                                 | 3 V25 100 ab / 6 V25 100 cd                                  | 0 1
            with what went up from further down                     | 1 V25 100 a / 3 V25 100 b / 6 V25 100 c / N V25 100 d        | 0 1 2 3
            one large group: the others have 15 % without the second | 3 V25 100 a85b10c10d5                                       | 0
            a fish-day more and it is not safe                      | 3 V25 100 a86b10c10d5                                        | none
            a large group takes in until it is small                | 3 V25 100 a199b1c1d1 / 3 V25 200 a1b9c9d9 / 3 V25 300 b9c9d9e9 | 0 1 2
            atoms stay when all of them do not help; it goes up     | 3 V25 100 abcd / 3 V25 200 a99 / 3 H25 200 b40c40d40         | 0 - 1 2
            and what stays open at the country is in no atom        | 3 V25 100 abcd / 4 V25 100 a99                               | 0
            a group of nothing is no group                          | 3 V25 100 abcd0                                              | none
            """)
    void atoms(String what, String cells, String atoms) {
        assertThat(bind(PrivacyRule.DEFAULT, cells)).isEqualTo(atoms);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 V25 100 a / 3 V25 200 a / N V25 100 b | 0 - 1 - 2
            3 V25 100 abcd                          | 0
            """)
    void withTheRuleOffEveryCellIsAnAtom(String cells, String atoms) {
        assertThat(bind(OFF, cells)).isEqualTo(atoms);
    }

    @ParameterizedTest
    @CsvSource({"2, 85, abc, 0", "2, 85, ab, none", "2, 50, a5b5c5, 0", "2, 50, a6b5c5, none", "4, 85, abcd, none",
            "4, 85, abcde, 0"})
    void aRuleHasItsOwnNumbers(int minFarmers, int maxShare, String groups, String atoms) {
        assertThat(bind(new PrivacyRule(minFarmers, maxShare), "3 V25 100 " + groups)).isEqualTo(atoms);
    }

    @Test
    void noCellsNoAtoms() {
        assertThat(AtomTree.atoms(PrivacyRule.DEFAULT, 2, List.of())).isEmpty();
    }

    private static String bind(PrivacyRule rule, String text) {
        List<CellSet> cells = new ArrayList<>();
        for (String cell : text.split(" / ", -1)) {
            String[] words = cell.strip().split(" +", -1);
            List<Object> way = new ArrayList<>(Objects.requireNonNull(PLACES.get(words[0])));
            int weightClass = Integer.parseInt(words[2]);
            way.addAll(List.of(words[1], weightClass / 500, weightClass));
            SortedMap<Integer, Long> sums = sums(words[3]);
            cells.add(CellSet.of(cells.size(), new TreePath(way),
                    sums.keySet().stream().mapToInt(group -> group).toArray(), sums.values().stream()
                    .mapToLong(sum -> sum).toArray()));
        }
        List<CellSet> atoms = AtomTree.atoms(rule, 2, cells);
        return atoms.isEmpty() ? "none" : atoms.stream().map(atom -> Arrays.stream(atom.cells()).sorted()
                .mapToObj(String::valueOf).collect(Collectors.joining(" "))).collect(Collectors.joining(" - "));
    }

    // a letter is a group; the digits after it are its amount, 1 if absent
    private static SortedMap<Integer, Long> sums(String text) {
        SortedMap<Integer, Long> sums = new TreeMap<>();
        String[] groups = text.split("(?=[a-z])", -1);
        IntStream.range(0, groups.length).filter(i -> !groups[i].isEmpty())
                .forEach(i -> sums.put((int) groups[i].charAt(0),
                groups[i].length() == 1 ? 1 : Long.parseLong(groups[i].substring(1))));
        return sums;
    }
}
