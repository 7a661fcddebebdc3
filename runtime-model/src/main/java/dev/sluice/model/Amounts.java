package dev.sluice.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Amounts of resources by name: those that a unit needs while it computes, or those that a host offers. A need of 0 is
 * that of a label: the host must name the resource.
 *
 * @param byName sorted, not negative; must not be modified
 */
public record Amounts(SortedMap<String, Long> byName) {
    /** Processors, one for each slot that a unit occupies. */
    public static final String PROCESSORS = "processors";

    /** Memory [bytes]. */
    public static final String MEMORY = "memory";

    /** Graphics processors. */
    public static final String GPUS = "gpus";

    /** No resource. */
    public static final Amounts NONE = new Amounts(new TreeMap<>());

    /** The need of a unit that states none: one slot. */
    public static final Amounts ONE_SLOT = new Amounts(new TreeMap<>(Map.of(PROCESSORS, 1L)));

    /** The longest list of resources. */
    public static final int MOST_NAMES = 32;

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,15})([KMGT]?)(?:i?B)?", Pattern.CASE_INSENSITIVE);

    private static final double GIBIBYTE = 1 << 30;
    private static final double MEBIBYTE = 1 << 20;

    public Amounts {
        if (byName.size() > MOST_NAMES) {
            throw new IllegalArgumentException(byName.size() + " resources (expected: at most " + MOST_NAMES + ")");
        }
        for (Map.Entry<String, Long> each : byName.entrySet()) {
            if (!isName(each.getKey()) || each.getValue() < 0) {
                throw new IllegalArgumentException("resource '"
                        + each.getKey().replaceAll("[^\\p{Print}]", "?") + "' = " + each.getValue()
                        + " (expected: a name of at most 64 letters, digits, '.', '_' and '-', and 0 or more of it)");
            }
        }
        byName = Collections.unmodifiableSortedMap(byName);
    }

    /** The amounts of a map, which may change afterwards. */
    public static Amounts of(Map<String, Long> byName) {
        return byName.equals(ONE_SLOT.byName) ? ONE_SLOT : new Amounts(new TreeMap<>(byName));
    }

    /** Names so many processors and nothing else. */
    public static Amounts ofProcessors(long count) {
        return count == 1 ? ONE_SLOT : of(Map.of(PROCESSORS, count));
    }

    /**
     * Reads amounts as {@code --resource} has them: {@code licence=4}, {@code memory=32G}, or a label such as
     * {@code big}. A later one of the same name replaces an earlier one.
     *
     * @throws IllegalArgumentException if one of them is neither; the message is it and what is expected
     */
    public static Amounts parse(Collection<String> values) {
        Map<String, Long> byName = new HashMap<>();
        for (String value : values) {
            int equals = value.indexOf('=');
            String name = equals < 0 ? value : value.substring(0, equals);
            Matcher amount = WRITTEN.matcher(equals < 0 ? "0" : value.substring(equals + 1));
            if (!isName(name) || !amount.matches()) {
                throw new IllegalArgumentException("'" + value.replaceAll("[^\\p{Print}]", "?")
                        + "' (expected: a name and a whole number, such as licence=4 or memory=32G, or a label)");
            }
            int power = "KMGT".indexOf(amount.group(2).toUpperCase(Locale.ROOT)) + 1;
            byName.put(
                    name,
                    Long.parseLong(amount.group(1)) << 10 * (amount.group(2).isEmpty() ? 0 : power));
        }
        return of(byName);
    }

    /** Reads amounts that are separated by spaces or commas. */
    public static Amounts parse(String text) {
        return text.isBlank() ? NONE : parse(List.of(text.strip().split("[ ,]+")));
    }

    /** The amounts as {@link #parse} reads them, separated by spaces. */
    public String written() {
        return byName.entrySet().stream()
                .map(each -> each.getValue() == 0 ? each.getKey() : each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Tells whether a resource may have this name. */
    public static boolean isName(String name) {
        return name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    }

    /** True for a unit like all units of a run without needs. */
    public boolean isOneSlot() {
        return this == ONE_SLOT || byName.equals(ONE_SLOT.byName);
    }

    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /** The amount of this resource; 0 if it is not named. */
    public long get(String name) {
        return byName.getOrDefault(name, 0L);
    }

    public boolean names(String name) {
        return byName.containsKey(name);
    }

    /** Processors that a unit with these needs occupies, at least 1. */
    public int processors() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, get(PROCESSORS)));
    }

    /** The same with another amount of one resource. */
    public Amounts with(String name, long amount) {
        TreeMap<String, Long> other = new TreeMap<>(byName);
        other.put(name, amount);
        return of(other);
    }

    /** The sum, by name. */
    public Amounts plus(Amounts other) {
        TreeMap<String, Long> sum = new TreeMap<>(byName);
        other.byName.forEach((name, amount) -> sum.merge(name, amount, Amounts::sum));
        return of(sum);
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** The larger amount of each name. */
    public Amounts most(Amounts other) {
        TreeMap<String, Long> most = new TreeMap<>(byName);
        other.byName.forEach((name, amount) -> most.merge(name, amount, Math::max));
        return of(most);
    }

    /** The needs without those that are not named here, and none greater than here. */
    public Amounts limited(Amounts needs) {
        TreeMap<String, Long> less = new TreeMap<>();
        needs.byName.forEach((name, amount) -> {
            if (names(name)) {
                less.put(name, Math.min(amount, get(name)));
            }
        });
        return of(less);
    }

    /** The same without the resources that {@code other} names. */
    public Amounts without(Amounts other) {
        if (other.isEmpty()) {
            return this;
        }
        TreeMap<String, Long> rest = new TreeMap<>(byName);
        rest.keySet().removeAll(other.byName.keySet());
        return of(rest);
    }

    /** True if a host that offers this has enough of everything that {@code needs} names. */
    public boolean covers(Amounts needs) {
        for (Map.Entry<String, Long> need : needs.byName.entrySet()) {
            Long offered = byName.get(need.getKey());
            if (offered == null || offered < need.getValue()) {
                return false;
            }
        }
        return true;
    }

    /** The needs in words: "16 processors, 8.0 GiB of memory, 1 licence". */
    public String words() {
        List<String> parts = new ArrayList<>();
        if (names(PROCESSORS)) {
            parts.add(Plural.of(get(PROCESSORS), "processor"));
        }
        byName.forEach((name, amount) -> {
            if (name.equals(MEMORY)) {
                parts.add(String.format(
                        Locale.ROOT,
                        amount < GIBIBYTE ? "%.1f MiB of memory" : "%.1f GiB of memory",
                        amount / (amount < GIBIBYTE ? MEBIBYTE : GIBIBYTE)));
            } else if (name.equals(GPUS)) {
                if (amount > 0) {
                    parts.add(Plural.of(amount, "GPU"));
                }
            } else if (!name.equals(PROCESSORS)) {
                parts.add(amount == 0 ? name : amount + " " + name);
            }
        });
        return parts.isEmpty() ? "nothing" : String.join(", ", parts);
    }

    @Override
    public String toString() {
        return words();
    }
}
