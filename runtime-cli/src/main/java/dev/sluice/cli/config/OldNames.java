package dev.sluice.cli.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Names that commands had before they were grouped, each with the words that replace it. Nothing is executed by them.
 */
public final class OldNames {
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        String table = """
            launch workers add
            drain workers drain
            park workers park
            unpark workers unpark
            move workers move
            split tree split
            merge tree merge
            handout set
            wait attach --wait
            results logs --output
            output logs --output
            hosts hosts list
            discover hosts discover
            weather hosts weather
            benchmark hosts benchmark
            history hosts history
            regret report --policies
            regimes simulate map
            """;
        table.lines().map(line -> line.split(" ", 2)).forEach(line -> WORDS.put(line[0], line[1]));
    }

    private OldNames() {}

    /** All old names. */
    public static Set<String> all() {
        return WORDS.keySet();
    }

    /** The words that replace an old name: {@code workers add}; empty for other names. */
    public static Optional<String> words(String old) {
        return Optional.ofNullable(WORDS.get(old));
    }

    /** The key of a command's options that replaces an old one: {@code workers-add}; empty for other keys. */
    static Optional<String> section(String old) {
        return words(old).map(words -> words.replaceFirst(" --.*", "").replace(' ', '-'));
    }

    /** The variable that replaces one with an old name: {@code SLUICE_WORKERS_ADD_SSH}; empty for others. */
    static Optional<String> variable(String old) {
        return WORDS.keySet().stream()
                .filter(name -> old.startsWith(ConfigKeys.variable(name + ".")))
                .findFirst()
                .flatMap(name -> section(name)
                        .map(now -> ConfigKeys.variable(now + ".")
                                + old.substring(ConfigKeys.variable(name + ".").length())));
    }
}
