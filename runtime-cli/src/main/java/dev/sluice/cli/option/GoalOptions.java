package dev.sluice.cli.option;

import dev.sluice.insight.plan.PlanObjective;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option by which a user says what a plan is to be best at, and what it must keep to. */
public final class GoalOptions {
    private static final int MOST_WEIGHT = 1_000;

    @Option(
            names = "--goal",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "KEY=VALUE,...",
            description = "what a plan is for and must keep to, such as deadline=10m, most-hosts=4, exclude=HOST, "
                    + "memory=3G; repeatable (docs/plan.md lists all)")
    List<String> goal = List.of();

    /** Concludes the option; a usage error for values that cannot be. */
    public GoalTerms terms() {
        KeyedValues keys = KeyedValues.parse(
                "--goal",
                goal,
                "time",
                "rate",
                "worker-seconds",
                "deadline=TIME",
                "most-hosts=N",
                "exclude=HOST...",
                "prefer=HOST[=WEIGHT]...",
                "memory=SIZE",
                "min-gain=PERCENT",
                "master-computes",
                "look",
                "no-look");
        String look = keys.only("look", "no-look");
        Set<String> excluded = new TreeSet<>(keys.texts("exclude"));
        Map<String, Integer> preferred = preferred(keys);
        for (String host : preferred.keySet()) {
            if (excluded.contains(host)) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        keys.name("prefer") + ": " + host + ", which is excluded (expected: one of the two)");
            }
        }
        Long memory = keys.bytes("memory");
        return new GoalTerms(
                objective(keys),
                keys.whole("most-hosts", 0, 1, Integer.MAX_VALUE),
                excluded,
                preferred,
                memory == null ? 0 : memory,
                minGain(keys),
                keys.has("master-computes"),
                look == null ? null : look.equals("look"));
    }

    private static @Nullable PlanObjective objective(KeyedValues keys) {
        String named = keys.only("time", "rate", "worker-seconds", "deadline");
        String time = keys.text("deadline");
        return named == null ? null : PlanObjective.parse("--goal", time == null ? named : named + "=" + time);
    }

    private static double minGain(KeyedValues keys) {
        String text = keys.text("min-gain");
        if (text == null) {
            return GoalTerms.NONE.minGain();
        }
        if (!text.matches("[0-9]{1,2}(\\.[0-9]{1,9})?%?")) {
            throw new SluiceException(
                    ErrorCode.USAGE, keys.name("min-gain") + ": " + text + " (expected: 0 to below 100, in percent)");
        }
        return Double.parseDouble(text.replace("%", "")) / 100;
    }

    private static Map<String, Integer> preferred(KeyedValues keys) {
        Map<String, Integer> weights = new LinkedHashMap<>();
        for (String typed : keys.texts("prefer")) {
            String[] parts = typed.split("=", 2);
            String weight = parts.length == 1 ? "1" : parts[1];
            if (parts[0].isEmpty() || !weight.matches("[0-9]{1,4}") || !isWeight(Integer.parseInt(weight))) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        keys.name("prefer") + ": " + typed + " (expected: HOST or HOST=WEIGHT, with a weight of 1 to "
                                + MOST_WEIGHT + ")");
            }
            weights.put(parts[0], Integer.parseInt(weight));
        }
        return weights;
    }

    private static boolean isWeight(int weight) {
        return weight >= 1 && weight <= MOST_WEIGHT;
    }
}
