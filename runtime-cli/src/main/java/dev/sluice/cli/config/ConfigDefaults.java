package dev.sluice.cli.config;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Gives options that are not typed what is configured. The configuration is loaded when the first option is asked for
 * that can be in it, so that commands without such options work beside a broken file. Confined to the main thread.
 */
public final class ConfigDefaults implements IDefaultValueProvider {
    private final ConfigPlaces places;
    private final Supplier<ConfigKeys> makeKeys;
    /** True if anything may be configured; found once, because it looks at files. */
    private @Nullable Boolean any;

    private @Nullable ConfigKeys keys;
    private @Nullable Configuration configuration;

    /** @param keys is called once, if anything is configured: it builds the models of all commands */
    public ConfigDefaults(ConfigPlaces places, Supplier<ConfigKeys> keys) {
        this.places = places;
        this.makeKeys = keys;
    }

    /** The defaults that a command was given; empty where it has none of these. */
    public static Optional<ConfigDefaults> of(CommandLine command) {
        return command.getDefaultValueProvider() instanceof ConfigDefaults defaults
                ? Optional.of(defaults)
                : Optional.empty();
    }

    /** All options that can be configured. */
    public ConfigKeys keys() {
        ConfigKeys made = keys == null ? makeKeys.get() : keys;
        keys = made;
        return made;
    }

    private @Nullable String key(@Nullable ArgSpec argument) {
        if (any == null) {
            any = places.hold();
        }
        return any && argument instanceof OptionSpec option ? keys().keyOf(option) : null;
    }

    /**
     * All that is configured.
     *
     * @throws ConfigException when it cannot be used
     */
    public Configuration configuration() {
        if (configuration == null) {
            configuration = Configuration.load(places, keys());
        }
        return configuration;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        String key = key(argument);
        if (key == null) {
            return null;
        }
        try {
            return configuration().setting(key).map(Setting::value).orElse(null);
        } catch (ConfigException wrong) {
            throw new ParameterException(
                    argument.command().commandLine(), String.valueOf(wrong.getMessage()), wrong, argument, null);
        }
    }

    /** The setting of an option that was not typed; empty if there is none or the configuration is broken. */
    public Optional<Setting> setting(@Nullable ArgSpec argument) {
        String key = key(argument);
        try {
            return key == null ? Optional.empty() : configuration().setting(key);
        } catch (ConfigException wrong) {
            return Optional.empty();
        }
    }
}
