package io.tidemark.ingest.authority.register;

import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityTable;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The site and licence register (Akvakulturregisteret) in its layouts of 2019, 2023 and 2026: a title line with the date, a header, then one row
 * per licence, site and species.
 *
 * @param asOf          the date in the title
 * @param sites         the sites, by site number
 * @param faults        rejected rows, by line; a site is in {@code sites} if one of its rows was good
 * @param read          rows read, good and bad, without title, header and blank lines
 * @param siteless      rows of licences that have no site
 * @param disagreements rows that contradict the first row of their site, which is kept; by line
 */
public record SiteRegister(LocalDate asOf, List<RegisteredSite> sites, List<RowFault> faults, long read, long siteless,
        List<SiteDisagreement> disagreements) implements AuthorityContent {

    private static final String TITLE = "AKVAKULTURTILLATELSER";

    private static final Pattern TITLE_DATE = Pattern.compile("\\bPR\\.?\\s*(\\d{1,2})[.-](\\d{1,2})[.-](\\d{4})\\b");

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT =
            new AuthorityFormat("site register", SiteRow.REQUIRED,
                    head -> head.isTitled(TITLE) || head.has("TILL_NR", SiteRow.SITE), SiteRegister::read);

    /** Copies the lists. */
    public SiteRegister {
        sites = List.copyOf(sites);
        faults = List.copyOf(faults);
        disagreements = List.copyOf(disagreements);
    }

    /** The number of sites whose rows contradict each other. */
    public long disagreeingSites() {
        return disagreements.stream().map(SiteDisagreement::siteId).distinct().count();
    }

    /**
     * Reads a register.
     *
     * @throws AuthorityFormatException if the file cannot be read, lacks a required column or has no date
     */
    public static SiteRegister read(Path file, Runnable stop) {
        try (AuthorityTable csv = AuthorityTable.open(file, SiteRow.REQUIRED, stop)) {
            LocalDate asOf = date(file, csv.title());
            boolean hasProductionArea = csv.has(SiteRow.PRODUCTION_AREA);
            Map<String, SiteAssembly> bySite = new TreeMap<>();
            LongAdder siteless = new LongAdder();
            AuthorityTable.Outcome outcome = csv.read(row -> {
                if (SiteRow.isWithoutSite(row)) {
                    siteless.increment();
                    return;
                }
                SiteRow checked = SiteRow.of(row, hasProductionArea);
                bySite.computeIfAbsent(checked.siteId(), id -> new SiteAssembly(checked)).add(checked);
            });
            return new SiteRegister(asOf, bySite.values().stream().map(SiteAssembly::site).toList(), outcome.faults(),
                    outcome.read(), siteless.sum(), bySite.values().stream().flatMap(site -> site.disagreements().stream())
                            .sorted(Comparator.comparingLong(SiteDisagreement::line)).toList());
        }
    }

    private static LocalDate date(Path file, String title) {
        Matcher matcher = TITLE_DATE.matcher(title);
        if (!matcher.find()) {
            throw new AuthorityFormatException(file, "no title line with the register's date, as in PR. 31-12-2023");
        }
        try {
            return LocalDate.of(Integer.parseInt(matcher.group(3)), Integer.parseInt(matcher.group(2)),
                    Integer.parseInt(matcher.group(1)));
        } catch (DateTimeException e) {
            throw new AuthorityFormatException(file, "the title's date " + matcher.group() + " does not exist", e);
        }
    }

    @Override
    public Staged stage(StagingDatabase staging, Source source) {
        try (RowAppender rows = staging.append(StagingTables.REGISTER_SITE)) {
            sites.forEach(site -> rows.add(site.siteId(), site.name(), site.latitude(), site.longitude(), site.placement(),
                    site.productionAreaId(), String.join("|", site.ownerNumbers()), joined(site.purposes()), joined(site.productionForms()), asOf,
                    source.number()));
        }
        List<String> notes = new ArrayList<>(List.of("register of " + asOf + ", " + sites.size() + " sites"));
        if (disagreeingSites() > 0) {
            notes.add("rows of " + disagreeingSites() + " sites contradict each other; the first was taken");
        }
        if (siteless > 0) {
            notes.add("left out: " + siteless + (siteless == 1 ? " licence that has" : " licences that have") + " no site");
        }
        return new Staged(notes);
    }

    private static @Nullable String joined(List<String> values) {
        return values.isEmpty() ? null : String.join("|", values);
    }
}
