package dev.sluice.cli;

import dev.sluice.text.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Finds the first word of a command line that no option or command has, and the nearest name. Such a word is most
 * likely the cause when something else is missing.
 */
final class UnknownWord {
    private UnknownWord() {}

    /** The sentence about the unknown word; empty if all words are known. */
    static Optional<String> sentence(ParameterException exception, String[] arguments) {
        CommandLine command = exception.getCommandLine();
        if (exception instanceof UnmatchedArgumentException unmatched) {
            return Optional.of(sentence(command, unmatched.getUnmatched().get(0)));
        }
        return TypedWords.ofSluice(arguments).stream()
                .filter(word -> word.startsWith("--") && !isKnown(command, name(word)))
                .findFirst()
                .map(word -> sentence(command, word));
    }

    private static String sentence(CommandLine command, String word) {
        String name = name(word);
        if (name.startsWith("-")) {
            return name + ": unknown option (expected: "
                    + nearest(command, name)
                            .orElse("one that '" + command.getCommandSpec().qualifiedName() + " --help' shows")
                    + ")";
        }
        boolean group = !command.getSubcommands().isEmpty();
        return word + (group ? ": unknown command (expected: " : ": one argument too many (expected: ")
                + (group ? nearest(command, word).orElse("one that --help lists") : "options only") + ")";
    }

    private static Optional<String> nearest(CommandLine command, String word) {
        Set<String> known = new TreeSet<>();
        if (word.startsWith("-")) {
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> known.addAll(List.of(option.names())));
        } else {
            known.addAll(command.getSubcommands().keySet());
        }
        return Nearest.to(word, known).map(near -> near + "?");
    }

    private static String name(String word) {
        int equals = word.indexOf('=');
        return word.startsWith("-") && equals > 0 ? word.substring(0, equals) : word;
    }

    /** Tells whether the command or one above it has this option. */
    private static boolean isKnown(CommandLine command, String name) {
        for (CommandLine each = command; each != null; each = each.getParent()) {
            OptionSpec option = each.getCommandSpec().findOption(name);
            if (option != null || each.getCommandSpec().negatedOptionsMap().containsKey(name)) {
                return true;
            }
        }
        return false;
    }
}
