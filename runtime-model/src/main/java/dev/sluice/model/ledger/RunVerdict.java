package dev.sluice.model.ledger;

import dev.sluice.model.Amounts;
import dev.sluice.model.IfKnown;
import dev.sluice.model.ResourceUse;
import dev.sluice.model.ledger.RegimeWindow.LinkUse;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a run. It is computed here and nowhere else: report, page, terminal and {@code run.json} show this
 * sentence, and plans, predictions and maps show that of the simulated run, or of the loads by the flow model.
 *
 * @param limits the greatest first; the others reach 85 % of it. Empty if the run is too short or not known well enough
 * @param sentence for people, with the remedy
 */
public record RunVerdict(List<Limit> limits, String sentence) {
    /** Nothing is known. */
    public static final RunVerdict NONE = new RunVerdict(List.of(), "");

    /** In shorter runs, starting and JIT warm-up hide all other limits [s]. */
    public static final double SHORT_SECONDS = 2;

    /** A limit is named beside the greatest one from this part of its share on. */
    public static final double NEAR = 0.85;

    private static final double ROUNDING = 1e-9;

    /** Share of computing from which also a short run shows its limit. */
    private static final double BUSY = 0.9;

    /** While less of the slots' time is accounted for, nothing is said. */
    private static final double KNOWN = 0.9;

    /** Begin of the names of links to hosts. */
    public static final String LINK_TO = "link to ";

    /** A run has at most this number of limits. */
    private static final int MOST = 2;

    /** A smaller share limits nothing. */
    private static final double LEAST = 0.005;

    private static final String FASTER_HOSTS =
            "More slots on these hosts would help; the other hosts would bring too little.";

    private static final String OWN_SLOT = "Each unit has a slot of its own: smaller units would help.";

    /** The limits of a run of few units. */
    private static final Set<Kind> OF_UNITS = Set.of(Kind.COMPUTING, Kind.NO_WORK);

    /** A kind of limit, with the one word for it. */
    public enum Kind {
        NEED("a resource of units", "More of it would help."),
        COMPUTING("computing", "More slots or hosts would help.", Cause.COMPUTE),
        OVERHEAD("Sluice's overhead per unit", "Larger units would help.", Cause.RUNTIME),
        MASTER("the master", "Larger units or smaller results would help.", Cause.MASTER),
        LINK("the link", "Fewer bytes or a faster link would help.", Cause.RESULTS_LINK, Cause.INPUTS_LINK),
        SETUP("the setup", "Smaller setups, longer cycles or less work in loadState would help.", Cause.SETUP),
        NO_WORK("a lack of work", "More units, smaller chunks or fewer slots would help.", Cause.NO_WORK),
        STARTING("the start of the workers", "Longer runs will not be affected.", Cause.STARTING);

        private final String word;
        private final String remedy;
        private final List<Cause> causes;

        Kind(String word, String remedy, Cause... causes) {
            this.word = word;
            this.remedy = remedy;
            this.causes = List.of(causes);
        }

        /** The word for it in all output. */
        public String word() {
            return word;
        }

        private double nanos(CauseTimes times) {
            return causes.stream().mapToLong(times::of).sum();
        }
    }

    /**
     * One limit.
     *
     * @param links names of the links, such as "link to b1"; empty for other kinds, and if no link stands out
     * @param share of the slots' time that it takes, 0 to 1
     * @param busy whether {@code share} is the use of the link or of the master's thread instead, which is greater
     * @param need for which units waited for this share of the time; null for other kinds
     */
    public record Limit(
            Kind kind,
            List<String> links,
            double share,
            boolean busy,
            @IfKnown @Nullable ResourceUse need) {
        public Limit {
            links = List.copyOf(links);
        }

        public Limit(Kind kind, List<String> links, double share, boolean busy) {
            this(kind, links, share, busy, null);
        }

        /** The limit in words: "computing", "the link to b1". */
        public String words() {
            if (need != null) {
                return need.words();
            }
            if (kind != Kind.LINK || links.isEmpty()) {
                return kind == Kind.LINK ? "the links to the workers" : kind.word();
            }
            return links.size() <= MOST
                    ? "the " + String.join(" and the ", links)
                    : "the " + links.get(0) + " and " + (links.size() - 1) + " more links";
        }

        /** How much of it the run takes: "97 % of the slots' time", "4 of 4 in use 97 % of the time". */
        public String shareWords() {
            return need != null
                    ? String.format(Locale.ROOT, "%s in use %.0f %% of the time", need.inUse(), 100 * share)
                    : String.format(Locale.ROOT, "%.0f %% %s", 100 * share, busy ? "busy" : "of the slots' time");
        }
    }

    public RunVerdict {
        limits = List.copyOf(limits);
    }

    /**
     * The verdict of a run.
     *
     * @param run the run so far, or the whole run
     * @param times slot time by cause
     * @param known share of the slot time that is accounted for, 0 to 1
     * @param more what helps a run that computing limits, by {@link #remedy}; empty for more slots or hosts
     */
    public static RunVerdict of(RegimeWindow run, CauseTimes times, double known, String more) {
        double total = busy(times);
        if (total <= 0) {
            return new RunVerdict(List.of(), "No slots joined.");
        }
        if (known < KNOWN) {
            return new RunVerdict(List.of(), "Too little of the slots' time is known to show what limits the run.");
        }
        if (times.of(Cause.COMPUTE) == 0) {
            return new RunVerdict(List.of(), "No unit was computed.");
        }
        RunVerdict verdict = of(loads(run, times), more, run::ofApplication);
        boolean shown = verdict.limits.stream()
                .limit(1)
                .anyMatch(first ->
                        first.kind() == Kind.STARTING || first.kind() == Kind.COMPUTING && first.share() >= BUSY);
        if (run.toSeconds() - run.fromSeconds() < SHORT_SECONDS && !shown) {
            return new RunVerdict(
                    List.of(),
                    "Too short to show what limits it: starting and JIT warm-up take much of the first two seconds.");
        }
        return verdict;
    }

    /** The verdict of a part of a simulated run, however short. */
    public static RunVerdict of(RegimeWindow part) {
        return busy(part.times()) <= 0 ? NONE : of(loads(part, part.times()), "", part::ofApplication);
    }

    private static double busy(CauseTimes times) {
        return times.total() - (double) times.of(Cause.PARKED);
    }

    private static List<Limit> loads(RegimeWindow run, CauseTimes times) {
        return Arrays.stream(Kind.values())
                .map(kind -> load(kind, kind.nanos(times) / busy(times), run))
                .toList();
    }

    /**
     * The verdict of these loads: the greatest limits, and others near it.
     *
     * @param loads at least one
     * @param more as above
     * @param application tells whether the application's methods take this load of the master
     */
    public static RunVerdict of(List<Limit> loads, String more, DoublePredicate application) {
        double most = loads.stream().mapToDouble(Limit::share).max().orElse(0);
        List<Limit> limits = loads.stream()
                .filter(limit -> limit.share() >= Math.max(LEAST, NEAR * most - ROUNDING))
                .sorted(Comparator.comparingDouble(Limit::share).reversed())
                .limit(MOST)
                .toList();
        return limits.isEmpty() ? NONE : new RunVerdict(limits, sentence(limits, more, application));
    }

    private static Limit load(Kind kind, double waited, RegimeWindow run) {
        return switch (kind) {
            case MASTER -> {
                double used = Math.max(run.messages(), Math.max(run.accept(), run.held()));
                yield new Limit(kind, List.of(), Math.max(waited, used), used > waited);
            }
            case LINK -> link(run.beyondHeld(waited), run);
            case SETUP -> new Limit(kind, List.of(), run.beyondHeld(waited), false);
            case NEED -> {
                ResourceUse most = need(run);
                yield new Limit(kind, List.of(), most == null ? 0 : run.share(most), false, most);
            }
            case COMPUTING -> {
                ResourceUse most = need(run); // slots that wide units leave idle compute, too
                boolean wide = most != null && most.name().equals(Amounts.PROCESSORS) && run.share(most) >= waited;
                yield new Limit(kind, List.of(), wide ? 0 : waited, false);
            }
            case NO_WORK -> {
                ResourceUse most = need(run); // slots for whose units another resource is missing do not lack work
                yield new Limit(
                        kind, List.of(), run.beyondHeld(most == null ? waited : waited - run.share(most)), false);
            }
            default -> new Limit(kind, List.of(), waited, false);
        };
    }

    /** The resource for which units waited longest. */
    private static @Nullable ResourceUse need(RegimeWindow run) {
        return run.resources().stream()
                .max(Comparator.comparingLong(ResourceUse::shortNanos))
                .orElse(null);
    }

    /** The fullest links, or those for which slots waited longest, whichever is more. */
    private static Limit link(double waited, RegimeWindow run) {
        List<LinkUse> links = run.limiting();
        double used = links.stream().mapToDouble(LinkUse::use).max().orElse(0);
        return used > waited
                ? new Limit(Kind.LINK, greatest(links, LinkUse::use), used, true)
                : new Limit(
                        Kind.LINK,
                        greatest(links.stream().filter(LinkUse::toHost).toList(), LinkUse::waited),
                        waited,
                        false);
    }

    /** The links with the greatest of this figure, and those near it. */
    private static List<String> greatest(List<LinkUse> links, ToDoubleFunction<LinkUse> figure) {
        double most = links.stream().mapToDouble(figure).max().orElse(0);
        return links.stream()
                .filter(link -> most > 0 && figure.applyAsDouble(link) >= NEAR * most)
                .sorted(Comparator.comparingDouble(figure).reversed())
                .map(LinkUse::name)
                .toList();
    }

    private static String sentence(List<Limit> limits, String more, DoublePredicate application) {
        Limit first = limits.get(0);
        String shares = String.join(", ", limits.stream().map(Limit::shareWords).toList());
        boolean many = limits.size() > 1
                || first.links().size() > 1
                || first.need() != null && first.need().words().endsWith("s");
        boolean few = more.equals(OWN_SLOT) && limits.stream().allMatch(limit -> OF_UNITS.contains(limit.kind()));
        String one = few ? more : remedy(first, more, application);
        String remedy = few || limits.size() == 1 ? one : "To relieve one of them alone would help little.";
        return upper(words(limits)) + (many ? " limit" : " limits") + " the run (" + shares + "). " + remedy;
    }

    private static String words(List<Limit> limits) {
        return String.join(" and ", limits.stream().map(Limit::words).toList());
    }

    /**
     * The remedy where computing limits: more slots do not help where none is free, or where units are fewer.
     *
     * @param units of a cycle, by {@link UsualUnits}
     * @param full the processors that are all busy, in words, such as "the 2 cores of b1 are busy"; empty if some are
     *     free or not known
     */
    public static String remedy(long units, double slots, String full) {
        if (units > 0 && units <= slots) {
            return OWN_SLOT;
        }
        return full.isEmpty() ? "" : upper(full) + ": another host would help.";
    }

    private static String remedy(Limit only, String more, DoublePredicate application) {
        if (only.need() != null) {
            return only.need().name().equals(Amounts.PROCESSORS)
                    ? Kind.COMPUTING.remedy
                    : upper(only.need().more()) + " would help.";
        }
        if (only.kind() == Kind.COMPUTING && !more.isEmpty()) {
            return more;
        }
        return only.kind() == Kind.MASTER && application.test(only.share())
                ? "Look at accept, unit, endCycle and cycle."
                : only.kind().remedy;
    }

    /**
     * The same for a plan.
     *
     * @param units of a cycle; 0 if they are not known
     * @param leftOut whether it leaves hosts out, because they would not shorten the run
     */
    public RunVerdict planned(long units, long slots, boolean leftOut) {
        String remedy = remedy(units, slots, "");
        boolean said = remedy.isEmpty() && !leftOut;
        if (said || limits.size() != 1 || limits.get(0).kind() != Kind.COMPUTING) {
            return this;
        }
        return new RunVerdict(limits, sentence(limits, remedy.isEmpty() ? FASTER_HOSTS : remedy, load -> false));
    }

    private static String upper(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** The limits in words: "computing and the link to b1"; empty if none is known. */
    public String words() {
        return words(limits);
    }

    /** Tells whether this is a limit. */
    public boolean names(Kind kind) {
        return limits.stream().anyMatch(limit -> limit.kind() == kind);
    }

    /** Tells whether this link is a limit. */
    public boolean names(String link) {
        return limits.stream().anyMatch(limit -> limit.links().contains(link));
    }
}
