package dev.sluice.cli.config;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that can be configured: every option of every command, but those that ask for help, are hidden, or are in
 * a group, and but the commands that explain others or are about the pool. {@code --unit-timeout} of {@code run} is the
 * key {@code run.unit-timeout} and the variable {@code SLUICE_RUN_UNIT_TIMEOUT}; {@code --ssh} of {@code workers add}
 * is {@code workers-add.ssh} and {@code SLUICE_WORKERS_ADD_SSH}. Immutable.
 */
public final class ConfigKeys {
    private static final Set<String> OTHERS = Set.of("help", "explain", "config", "completion", "man", "pool");

    private final Map<String, OptionSpec> options = new LinkedHashMap<>();
    private final Set<String> commands = new TreeSet<>();

    private ConfigKeys() {}

    /** @param root the command whose subcommands have the options */
    public static ConfigKeys of(CommandSpec root) {
        ConfigKeys keys = new ConfigKeys();
        for (Map.Entry<String, CommandLine> each : root.subcommands().entrySet()) {
            if (!OTHERS.contains(each.getKey())) {
                keys.add(each.getValue().getCommandSpec());
            }
        }
        return keys;
    }

    private void add(CommandSpec command) {
        boolean any = false;
        for (OptionSpec option : command.options()) {
            if (!option.hidden()
                    && option.group() == null
                    && !option.usageHelp()
                    && !option.versionHelp()
                    && !option.longestName().startsWith("--help")) {
                options.put(key(command, option), option);
                any = true;
            }
        }
        if (any) {
            commands.add(section(command));
        }
        command.subcommands().values().forEach(each -> add(each.getCommandSpec()));
    }

    /** The words of a command, joined: {@code workers-add}. */
    private static String section(CommandSpec command) {
        CommandSpec parent = command.parent();
        return parent == null || parent.parent() == null ? command.name() : section(parent) + "-" + command.name();
    }

    private static String key(CommandSpec command, OptionSpec option) {
        return section(command) + "." + option.longestName().replaceFirst("^-+", "");
    }

    /** The key of an option; null for one that cannot be configured. */
    @Nullable
    String keyOf(OptionSpec option) {
        CommandSpec command = option.command();
        String key = command == null ? "" : key(command, option);
        return options.containsKey(key) ? key : null;
    }

    /** Its variable in the environment. */
    public static String variable(String key) {
        return "SLUICE_" + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** All keys, in the order of commands and their help. */
    public Collection<String> all() {
        return Collections.unmodifiableSet(options.keySet());
    }

    /** The names of commands that have keys. */
    public Set<String> commands() {
        return Collections.unmodifiableSet(commands);
    }

    /** The names of a command's keys, without the command's. */
    List<String> of(String command) {
        return options.keySet().stream()
                .filter(key -> key.startsWith(command + "."))
                .map(key -> key.substring(command.length() + 1))
                .toList();
    }

    /** Returns the option of one of {@link #all}. */
    public OptionSpec option(String key) {
        OptionSpec option = options.get(key);
        if (option == null) {
            throw new IllegalArgumentException(key);
        }
        return option;
    }

    /** The default of an option as it is typed; null for none. */
    public static @Nullable String defaultOf(OptionSpec option) {
        Object value = option.initialValue();
        if (value instanceof Collection<?> several) {
            return several.isEmpty()
                    ? null
                    : several.stream().map(String::valueOf).collect(Collectors.joining(option.splitRegex()));
        }
        return value == null ? null : value.toString();
    }
}
