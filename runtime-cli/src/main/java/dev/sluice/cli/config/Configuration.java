package dev.sluice.cli.config;

import dev.sluice.cli.option.GoneOptions;
import dev.sluice.model.Nearest;
import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import dev.sluice.text.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

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
            checkOwner(source, file.path());
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

    /** Refuses a file that neither this user nor root owns, or that everybody can write. */
    private static void checkOwner(Source source, Path file) throws IOException {
        try {
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
            int owner = (Integer) Files.getAttribute(file, "unix:uid");
            int user = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            if (owner != user && owner != 0) {
                throw source.wrong(0, "owned by " + attributes.owner().getName(), "a file of yours, or of root");
            }
            if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                throw source.wrong(0, "everybody can write it", "a file that its owner alone changes: chmod o-w");
            }
        } catch (UnsupportedOperationException e) {
            // no owners on this file system: nothing to tell apart
        }
    }

    /** A file of commands and, below each, its options. For one file. */
    private static final class ConfigFile {
        private static final long MOST_BYTES = 1L << 20;

        private final Source source;
        private final Setting.Layer layer;
        private final ConfigKeys keys;

        ConfigFile(Source source, Setting.Layer layer, ConfigKeys keys) {
            this.source = source;
            this.layer = layer;
            this.keys = keys;
        }

        List<Setting> read(Path file) throws IOException {
            String text = source.read(file, MOST_BYTES);
            List<Setting> settings = new ArrayList<>();
            if (text.lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("#"))) {
                return settings;
            }
            if (!(YamlTree.read(source, text) instanceof Tree.Mapping commands)) {
                throw source.wrong(1, "no mapping", "COMMAND: and below it, further in, OPTION: VALUE");
            }
            for (Tree.Field command : commands.fields()) {
                if (!keys.commands().contains(command.key())) {
                    throw unknownCommand(command);
                }
                if (command.value() instanceof Tree.Mapping options) {
                    options.fields().forEach(option -> settings.add(setting(command.key(), option)));
                } else if (!(command.value() instanceof Tree.Scalar scalar && scalar.text() == null)) {
                    throw source.wrong(
                            command.line(),
                            command.key() + ": " + command.value().kind(),
                            "below it OPTION: VALUE");
                }
            }
            return settings;
        }

        private RuntimeException unknownCommand(Tree.Field field) {
            String key = field.key();
            String now = OldNames.section(key).orElse("");
            if (!now.isEmpty()) {
                throw source.wrong(
                        field.line(),
                        key + ": the command has a new name, "
                                + OldNames.words(key).orElse(now),
                        now + ": and below it OPTION: VALUE");
            }
            int dot = key.indexOf('.');
            String expected = dot > 0 && keys.commands().contains(key.substring(0, dot))
                    ? key.substring(0, dot) + ": and below it, further in, " + key.substring(dot + 1) + ": VALUE"
                    : "one of " + String.join(", ", keys.commands()) + Nearest.hint(key, keys.commands());
            return source.wrong(field.line(), "unknown key " + Source.quoted(key), expected);
        }

        private Setting setting(String command, Tree.Field field) {
            String key = command + "." + field.key();
            List<String> known = keys.of(command);
            if (!known.contains(field.key())) {
                throw source.wrong(
                        field.line(),
                        "unknown key " + Source.quoted(key),
                        GoneOptions.way(command, "--" + field.key())
                                .map(way -> command + "." + way.option() + ": " + way.value())
                                .or(() -> Nearest.to(field.key(), known)
                                        .map(near -> "an option of " + command + "; did you mean " + command + "."
                                                + near + "?"))
                                .orElse("one of " + String.join(", ", known)));
            }
            return new Setting(key, value(key, field), layer, source.at(field.line()));
        }

        /** A word; or several, which are joined as they are on a command line. */
        private String value(String key, Tree.Field field) {
            OptionSpec option = keys.option(key);
            if (field.value() instanceof Tree.Items items
                    && !option.splitRegex().isEmpty()) {
                return items.items().stream()
                        .map(item -> word(key, item))
                        .collect(Collectors.joining(option.splitRegex()));
            }
            return word(key, field.value());
        }

        private String word(String key, Tree value) {
            if (value instanceof Tree.Scalar scalar && scalar.text() != null) {
                return scalar.text();
            }
            throw source.wrong(value.line(), key + ": " + value.kind(), "a word or a number, or the line left out");
        }
    }
}
