package dev.sluice.cli.config;

import dev.sluice.cli.option.GoneOptions;
import dev.sluice.model.Nearest;
import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import dev.sluice.text.YamlTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.OptionSpec;

/** A file of commands and, below each, its options. For one file. */
final class ConfigFile {
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
                        command.line(), command.key() + ": " + command.value().kind(), "below it OPTION: VALUE");
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
                    key + ": the command has a new name, " + OldNames.words(key).orElse(now),
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
                                    .map(near ->
                                            "an option of " + command + "; did you mean " + command + "." + near + "?"))
                            .orElse("one of " + String.join(", ", known)));
        }
        return new Setting(key, value(key, field), layer, source.at(field.line()));
    }

    /** A word; or several, which are joined as they are on a command line. */
    private String value(String key, Tree.Field field) {
        OptionSpec option = keys.option(key);
        if (field.value() instanceof Tree.Items items && !option.splitRegex().isEmpty()) {
            return items.items().stream().map(item -> word(key, item)).collect(Collectors.joining(option.splitRegex()));
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
