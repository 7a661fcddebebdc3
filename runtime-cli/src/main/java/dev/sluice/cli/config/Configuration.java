package dev.sluice.cli.config;

import dev.sluice.cli.option.GoneOptions;
import dev.sluice.model.Nearest;
import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All that is configured: the environment wins over the project's file, and that over the user's. Everything in it is
 * checked when it is loaded, whichever command asks. Immutable.
 */
public final class Configuration {
    /** Variables that container platforms set for services they know; a service may be called like a command. */
    private static final Pattern OF_SERVICES = Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT|PORT)(_.*)?");

    /**
     * A file of configuration.
     *
     * @param layer PROJECT or USER
     * @param path where it is, or would be
     * @param found whether it is there
     */
    public record Place(Setting.Layer layer, Path path, boolean found) {}

    private final Map<String, Setting> settings;
    private final List<Place> files;

    private Configuration(Map<String, Setting> settings, List<Place> files) {
        this.settings = Map.copyOf(settings);
        this.files = List.copyOf(files);
    }

    /**
     * Reads files and environment.
     *
     * @throws ConfigException for a key that is none, a value that is none, or a file that cannot be read or that
     *     others can write
     */
    public static Configuration load(ConfigPlaces places, ConfigKeys keys) {
        Map<String, Setting> settings = new HashMap<>();
        List<Place> files = new ArrayList<>();
        Optional<Path> project = places.projectFile();
        files.add(new Place(
                Setting.Layer.PROJECT,
                project.orElse(places.directory().resolve(ConfigPlaces.PROJECT_FILE)),
                project.isPresent()));
        files.add(new Place(Setting.Layer.USER, places.userFile(), Files.isRegularFile(places.userFile())));
        for (int i = files.size() - 1; i >= 0; i--) {
            Place file = files.get(i);
            if (file.found()) {
                read(file, places, keys).forEach(setting -> settings.put(setting.key(), setting));
            }
        }
        environment(places.environment(), keys).forEach(setting -> settings.put(setting.key(), setting));
        return new Configuration(settings, files);
    }

    private static List<Setting> read(Place file, ConfigPlaces places, ConfigKeys keys) {
        Source source = new Source(places.shown(file.path()), "options of sluice", ConfigException::new);
        try {
            FileOwner.check(source, file.path());
            return new ConfigFile(source, file.layer(), keys).read(file.path());
        } catch (IOException e) {
            throw source.wrong(0, "cannot be read: " + e.getMessage(), "a file that can");
        }
    }

    private static List<Setting> environment(Map<String, String> environment, ConfigKeys keys) {
        Map<String, String> keysByVariable = new HashMap<>();
        keys.all().forEach(key -> keysByVariable.put(ConfigKeys.variable(key), key));
        List<Setting> settings = new ArrayList<>();
        new TreeMap<>(environment).forEach((variable, value) -> {
            String key = keysByVariable.get(variable);
            if (key == null) {
                checkForeign(variable, keysByVariable, keys);
            } else if (!value.isEmpty()) {
                settings.add(new Setting(key, value, Setting.Layer.ENVIRONMENT, variable));
            }
        });
        return settings;
    }

    /** A variable that is named like those of a command is a slip of the pen. */
    private static void checkForeign(String variable, Map<String, String> keysByVariable, ConfigKeys keys) {
        boolean ours = Stream.concat(keys.commands().stream(), OldNames.all().stream())
                .anyMatch(command -> variable.startsWith(ConfigKeys.variable(command.split("-")[0] + ".")));
        if (!ours || OF_SERVICES.matcher(variable).matches()) {
            return;
        }
        Source source = new Source(variable, "an option of sluice", ConfigException::new);
        Optional<String> now = OldNames.variable(variable).filter(keysByVariable::containsKey);
        if (now.isPresent()) {
            throw source.wrong(0, "the command has a new name", now.get());
        }
        throw source.wrong(
                0,
                "no such variable",
                wayToday(variable, keys)
                        .orElse("SLUICE_, a command and its option, such as SLUICE_RUN_POLICY"
                                + Nearest.hint(variable, keysByVariable.keySet())));
    }

    /** The variable that replaces one of an option that is gone; empty for others. */
    private static Optional<String> wayToday(String variable, ConfigKeys keys) {
        return keys.commands().stream()
                .filter(command -> variable.startsWith(ConfigKeys.variable(command + ".")))
                .flatMap(command -> GoneOptions.way(command, option(variable, command)).stream()
                        .map(way -> ConfigKeys.variable(command + "." + way.option()) + "=" + way.value()))
                .findFirst();
    }

    private static String option(String variable, String command) {
        String name = variable.substring(ConfigKeys.variable(command + ".").length());
        return "--" + name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The setting of a key; empty if there is none. */
    public Optional<Setting> setting(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    /** Files that count, there or not; earlier ones win. */
    public List<Place> files() {
        return files;
    }
}
