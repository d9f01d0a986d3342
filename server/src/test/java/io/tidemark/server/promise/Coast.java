package io.tidemark.server.promise;

import io.tidemark.server.live.HandMadeDelivery;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A random coast of six to nine farmer groups in three to five production areas of two or three platform areas, with a
 * site or two on land. Group G1 has two companies, G2 is the attacker's, G3 is by far the largest, G4 has one site; the
 * last one joins later. It knows what was delivered so far, and writes deliveries.
 */
final class Coast {

    /** The attacker's company and group. */
    static final String ATTACKER = "F2";
    static final String ATTACKERS = "G2";
    private static final List<String> GENERATIONS = List.of("V2025", "V2025", "V2025", "V2025", "H2025", "H2025",
            "V2026");
    /** Most fish are of one class, and light: their feed rates then have many digits. */
    private static final int[] GRAMS = {11, 23, 37, 41, 53, 113, 127, 131, 517};
    private static final int SITES_AT_SEA = 24;

    private final Stays stays;
    private final List<Pen> pens = new ArrayList<>();
    private final Map<String, String> groups = new TreeMap<>();
    private final Map<String, Integer> areas = new HashMap<>();
    private final Map<String, Stay> present = new TreeMap<>();
    private final String joiner;
    private final Random random;
    private int deliveries;

    Coast(long seed, Stays stays) {
        this.stays = stays;
        random = new Random(seed);
        int count = 6 + random.nextInt(4);
        for (int i = 1; i <= count; i++) {
            groups.put("F" + i, "G" + i);
        }
        groups.put("F1B", "G1");
        joiner = "F" + count;
        // two thirds of the sites are in the first two
        List<Integer> used = new ArrayList<>(List.of(3, 6, 4, 7, 1).subList(0, 3 + random.nextInt(3)));
        List<String> owners = new ArrayList<>(groups.keySet());
        // everybody has a site; G4 and the joiner no more than that and one more
        List<String> others = new ArrayList<>(owners.stream()
                .filter(owner -> !owner.equals("F4") && !owner.equals(joiner)).toList());
        // the attacker is in many places
        others.addAll(List.of(ATTACKER, ATTACKER));
        int sites = SITES_AT_SEA + random.nextInt(7);
        for (int i = 0; i < sites; i++) {
            String owner = i < owners.size() ? owners.get(i) : others.get(random.nextInt(others.size()));
            add(String.valueOf(20_001 + i), owner, used.get(random.nextInt(3) > 0
                    ? random.nextInt(2) : random.nextInt(used.size())));
        }
        add("20901", joiner, used.get(random.nextInt(used.size())));
        for (int i = 0; i < 2; i++) {
            add(String.valueOf(20_951 + i), owners.get(random.nextInt(owners.size())), 0);
        }
    }

    private void add(String site, String company, int area) {
        areas.put(site, area);
        int units = 1 + random.nextInt(2);
        for (int i = 0; i < units; i++) {
            int fish = 10_000 + random.nextInt(10_000);
            add(new Pen(site, i == 0 ? "A" : "B", company, group(company), area,
                    GENERATIONS.get(random.nextInt(GENERATIONS.size())),
                    GRAMS[random.nextInt(GRAMS.length)], random.nextInt(4), company.equals("F3") ? 8 * fish : fish,
                    random.nextInt(6) > 0));
        }
    }

    /** A pen more. */
    void add(Pen pen) {
        pens.add(pen);
    }

    String group(String company) {
        return Objects.requireNonNull(groups.get(company));
    }

    /** The group that a company was of when it first delivered. */
    static String groupAtFirst(String company) {
        return company.equals("F1B") ? "G1" : company.replace('F', 'G');
    }

    /** Pens of all companies but the one that joins later. */
    Predicate<Pen> delivering() {
        return pen -> !pen.company().equals(joiner);
    }

    /** The company that has delivered nothing at first. */
    String joiner() {
        return joiner;
    }

    List<Pen> pens(Predicate<Pen> wanted) {
        return pens.stream().filter(wanted).toList();
    }

    /** The attacker registers a site with one pen, whose fish are of the same area, generation and weight as others. */
    void invent(String site, Pen like, int fish) {
        areas.put(site, like.area());
        add(new Pen(site, "A", ATTACKER, ATTACKERS, like.area(), like.generation(), like.gram(), like.growth(), fish,
                true));
    }

    /** A pen at sea for each cell of a week in which so many groups have fish, the attacker not among them. */
    List<Pen> cellsOf(int fewest, int most, LocalDate week) {
        Map<String, List<Pen>> cells = new TreeMap<>();
        pens.stream().filter(pen -> pen.isAtSea() && !pen.company().equals(joiner))
                .forEach(pen -> cells.computeIfAbsent(
                pen.area() + pen.generation() + pen.gramOn(week) / 100, cell -> new ArrayList<>()).add(pen));
        return cells.values().stream().filter(cell -> {
            Set<String> there = cell.stream().map(Pen::group).collect(Collectors.toSet());
            return there.size() >= fewest && there.size() <= most && !there.contains(ATTACKERS);
        }).map(List::getFirst).toList();
    }

    /** The register has another production area for a site from now on. */
    void recode(String site, int area) {
        areas.put(site, area);
        stays.recoded(site, area);
        pens.replaceAll(pen -> pen.site().equals(site) ? pen.movedTo(area) : pen);
    }

    /** A company is of another group from now on. */
    void regroup(String company, String group) {
        groups.put(company, group);
    }

    /** Delivers pens from one day to another anew, each piece another version. */
    Path deliver(Path folder, Predicate<Pen> wanted, LocalDate from, LocalDate to) {
        List<Stay> delivered = new ArrayList<>();
        for (Pen pen : pens(wanted)) {
            for (LocalDate piece : Calendar.pieces(from, to)) {
                Stay stay = stays.next(pen, piece);
                present.put(pen.id() + piece, stay);
                delivered.add(stay);
            }
        }
        return write(folder, delivered);
    }

    /** Delivers days of a site again without the pieces between the first and the last: they are gone. */
    Path withdraw(Path folder, String site, LocalDate first, LocalDate last) {
        List<Stay> kept = new ArrayList<>();
        for (LocalDate piece : Calendar.pieces(first, last)) {
            for (Pen pen : pens(pen -> pen.site().equals(site))) {
                if (piece.equals(first) || Calendar.endOf(piece).isAfter(last)) {
                    kept.add(Objects.requireNonNull(present.get(pen.id() + piece)));
                } else {
                    present.remove(pen.id() + piece);
                }
            }
        }
        return write(folder, kept);
    }

    /** Only the register and the companies, as they are now. */
    Path deliverRegister(Path folder) {
        return write(folder, List.of());
    }

    /** All that is present now as one delivery, of a lake that has never seen anything else. */
    Path deliverAll(Path folder) {
        return write(folder, List.copyOf(present.values()));
    }

    private Path write(Path folder, Collection<Stay> delivered) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery-" + ++deliveries));
        groups.forEach(delivery::farmer);
        Set<String> sites = new LinkedHashSet<>();
        pens.forEach(pen -> {
            if (sites.add(pen.site())) {
                int area = Objects.requireNonNull(areas.get(pen.site()));
                delivery.line("authority/site.csv", "site", pen.site() + ",Site " + pen.site() + ",62.5,6.25,"
                        + (area > 0 ? "offshore," + area : "onshore,") + ",,,")
                        .line("reference/site_farmers.csv", "site_farmers", pen.site() + "," + pen.company());
            }
        });
        delivered.forEach(stay -> write(delivery, stay));
        return delivery.write();
    }

    private static void write(HandMadeDelivery delivery, Stay stay) {
        Pen pen = stay.pen();
        String files = "farmers/" + pen.company() + "/";
        if (stay.lost() > stay.fish()) {
            throw new IllegalStateException(stay + " loses more than it has");
        }
        stay.piece().datesUntil(Calendar.endOf(stay.piece())).forEach(day -> {
            delivery.line(files + "stock.csv", "stock", day + "," + pen.site() + "," + pen.unit() + ",C" + pen.id()
                    + ",SAL," + stay.fish() + "," + stay.gram() + "," + pen.generation());
            delivery.line(files + "temperatures.csv", "temperatures", day + "," + pen.site() + ",8." + pen.unit()
                    .charAt(0) % 10 + "," + (pen.unit().equals("A") ? 3 : 10) + ",1");
            if (pen.fed()) {
                delivery.line(files + "feeding.csv", "feeding", day + "," + pen.site() + "," + pen.unit() + ","
                        + stay.feed());
            }
        });
        if (pen.leavesTreatmentsToTheAuthority() && pen.unit().equals("A") && stay.piece().equals(stay.week())) {
            delivery.line("authority/measures.csv", "measures", stay.piece().get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)
                    + ",2026," + pen.site() + ",A,mekanisk fjerning,,,,,hele lokaliteten,62.5,6.25," + pen.area());
        }
        delivery.line(files + "losses.csv", "losses", stay.piece() + "," + pen.site() + "," + pen.unit() + ","
                + stay.type() + "," + stay.cause() + "," + stay.lost());
        if (pen.leavesTreatmentsToTheAuthority()) {
            return;
        }
        int targets = Stays.TARGETS.size();
        delivery.line(files + "treatments.csv", "treatments", pen.id() + stay.piece() + "," + stay.piece().plusDays(1)
                + "," + pen.site() + ","
                + Stays.CATEGORIES.get(stay.treated() / targets) + "," + Stays.TARGETS.get(stay.treated() % targets)
                + ",true,false," + pen.unit() + ",,,," + stay.times() + ",");
    }

    /** Production areas with fish at sea. */
    List<Integer> areas() {
        return pens.stream().filter(Pen::isAtSea).map(Pen::area).distinct().sorted().collect(Collectors.toList());
    }
}
