package io.tidemark.server;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The package structure of the modules: dependencies without cycles, and a limit on the size of packages. */
final class PackagesTest {

    /** Classes of a package that are files of their own, at most; twenty are plenty. */
    private static final int MOST = 30;

    /** Larger ones that are still to be cut, with their size. Only to be shortened. */
    private static final Map<String, Integer> LARGE = Map.of();

    /** Arrows that close a cycle and are still to be undone: from, to. Only to be shortened. */
    private static final List<List<String>> BACKWARDS = List.of();

    private static final JavaClasses CLASSES = classes();

    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    private static JavaClasses classes() {
        // what libraries are made of is of no interest here, and takes most of the time
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.tidemark");
    }

    @Test
    void arrowsBetweenPackagesGoOneWay() {
        SliceRule rule = slices().assignedFrom(PACKAGES).should().beFreeOfCycles();
        for (List<String> arrow : BACKWARDS) {
            rule = rule.ignoreDependency(describe(arrow.get(0), type -> type.getPackageName().equals(arrow.get(0))),
                    describe(arrow.get(1), type -> type.getPackageName().equals(arrow.get(1))));
        }
        rule.check(CLASSES);
    }

    @Test
    void noPackageIsLarge() {
        Map<String, Long> sizes = CLASSES.stream().filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));

        // all three modules were checked
        assertThat(sizes).containsKeys("io.tidemark.data.snapshot", "io.tidemark.ingest.merge", "io.tidemark.server.request");
        assertThat(sizes).allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(LARGE.getOrDefault(name, MOST)));
    }
}
