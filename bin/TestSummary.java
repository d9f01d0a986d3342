import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Reads Surefire's reports: lists the skipped and failed tests and the slowest classes, and ends with one count for
 * all.
 */
final class TestSummary {

    private static final int SLOWEST = 10;

    private record ClassTime(double seconds, String name) {}

    private static final List<ClassTime> TIMES = new ArrayList<>();

    private static int passed;
    private static int failed;
    private static int skipped;

    public static void main(String[] folders) throws Exception {
        for (String folder : folders) {
            if (Files.isDirectory(Path.of(folder))) {
                try (Stream<Path> files = Files.list(Path.of(folder))) {
                    for (Path report : files.filter(f -> f.toString().endsWith(".xml")).sorted().toList()) {
                        count(report);
                    }
                }
            }
        }
        // Maven may end without a line break
        System.out.printf("%nThe slowest classes:%n");
        TIMES.stream().sorted(Comparator.comparingDouble(ClassTime::seconds).reversed()).limit(SLOWEST)
                .forEach(each -> System.out.printf(Locale.ROOT, "%7.1f s %s%n", each.seconds, each.name));
        System.out.printf("%n%d passed, %d failed, %d skipped%n", passed, failed, skipped);
        System.exit(failed > 0 || passed == 0 ? 1 : 0);
    }

    private static void count(Path report) throws Exception {
        Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile())
                .getDocumentElement();
        double seconds = Double.parseDouble(suite.getAttribute("time").replace(",", ""));
        TIMES.add(new ClassTime(seconds, suite.getAttribute("name").replaceFirst(".*\\.", "")));
        var cases = suite.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            String name = test.getAttribute("classname").replaceFirst(".*\\.", "") + " " + test.getAttribute("name");
            if (!List.of(0, 0).equals(List.of(marks(test, "failure"), marks(test, "error")))) {
                failed++;
                System.out.println("FAILED  " + name);
            } else if (marks(test, "skipped") > 0) {
                skipped++;
                Element skip = (Element) test.getElementsByTagName("skipped").item(0);
                String reason = skip.getAttribute("message") + skip.getTextContent();
                System.out.println("skipped " + name + ": "
                        + reason.strip().lines().findFirst().orElse("").replaceFirst("^[\\w.]+Exception: ", ""));
            } else {
                passed++;
            }
        }
    }

    private static int marks(Element test, String mark) {
        return test.getElementsByTagName(mark).getLength();
    }
}
