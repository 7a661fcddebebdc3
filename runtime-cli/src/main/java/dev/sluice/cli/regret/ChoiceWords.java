package dev.sluice.cli.regret;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.World;
import dev.sluice.model.tune.FixedChoice;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the choices of {@code --choices}: POLICY, POLICY:WEIGHTS or POLICY:WEIGHTS:PREFETCH, separated by commas. The
 * names of the table, such as {@code FAC weights measured prefetch 0}, are read too.
 */
final class ChoiceWords {
    private static final int MOST_PREFETCH = 4096;
    private final List<FixedChoice> all;

    ChoiceWords(World machines) {
        this.all = FixedChoice.all(machines);
    }

    /** All choices that apply to the run. */
    List<FixedChoice> all() {
        return all;
    }

    List<FixedChoice> parse(String words) {
        Set<FixedChoice> choices = new LinkedHashSet<>();
        for (String word : words.split(",", -1)) {
            choices.addAll(choices(word.strip()));
        }
        return List.copyOf(choices);
    }

    private List<FixedChoice> choices(String word) {
        for (FixedChoice choice : all) {
            if (choice.toString().contains(" ") && choice.toString().equalsIgnoreCase(word)) {
                return List.of(choice);
            }
        }
        String[] parts = word.split(":", -1);
        if (parts.length > 3) {
            throw wrong(word);
        }
        PolicyName policy = named(PolicyName.values(), parts[0], word);
        if (parts.length == 1) {
            return all.stream().filter(choice -> choice.policy() == policy).toList();
        }
        Weighting weighting = named(Weighting.values(), parts[1], word);
        if (parts.length == 3) {
            return List.of(new FixedChoice(policy, weighting, prefetch(parts[2], word)));
        }
        return List.of(new FixedChoice(policy, weighting, SchedulerConfig.AUTO), new FixedChoice(policy, weighting, 0));
    }

    private static int prefetch(String text, String word) {
        if (text.equalsIgnoreCase("auto")) {
            return SchedulerConfig.AUTO;
        }
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) > MOST_PREFETCH) {
            throw wrong(word);
        }
        return Integer.parseInt(text);
    }

    private static <E extends Enum<E>> E named(E[] values, String text, String word) {
        return Arrays.stream(values)
                .filter(value -> value.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> wrong(word));
    }

    private static SluiceException wrong(String word) {
        return new SluiceException(
                ErrorCode.USAGE,
                "--choices: '" + word + "' (expected: POLICY[:WEIGHTS[:PREFETCH]], of " + List.of(PolicyName.values())
                        + ", " + List.of(Weighting.values()) + ", auto or 0 to " + MOST_PREFETCH + ")");
    }
}
