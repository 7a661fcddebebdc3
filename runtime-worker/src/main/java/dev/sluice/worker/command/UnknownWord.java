package dev.sluice.worker.command;

import dev.sluice.model.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Finds the first word of a command line that no option or command has, and the nearest name. Such a word is most
 * likely the cause when something else is missing. Both programs, for operators and for workers, report it.
 */
public final class UnknownWord {
    private UnknownWord() {}

    /**
     * The sentence about the unknown word, or else about an option that lacks its value; empty for other errors.
     *
     * @param words of the command line, without those for an application
     */
    public static Optional<String> sentence(ParameterException exception, List<String> words) {
        return word(exception, words)
                .map(word -> sentence(exception.getCommandLine(), word))
                .or(() -> exception instanceof MissingParameterException missing
                        ? withoutValue(missing, words)
                        : Optional.empty());
    }

    /** The unknown word, of an option its name; empty for other errors. */
    public static Optional<String> name(ParameterException exception, List<String> words) {
        return word(exception, words).map(UnknownWord::name);
    }

    private static Optional<String> word(ParameterException exception, List<String> words) {
        if (exception instanceof UnmatchedArgumentException unmatched) {
            return Optional.of(unmatched.getUnmatched().get(0));
        }
        // The value of an option may begin with dashes, and then is no option; a wrong value may be a mistyped one.
        List<String> among = exception instanceof MissingParameterException
                ? words
                : exception.getValue() == null ? List.of() : List.of(exception.getValue());
        return among.stream()
                .filter(word -> word.startsWith("--") && !isKnown(exception.getCommandLine(), name(word)))
                .findFirst();
    }

    private static Optional<String> withoutValue(MissingParameterException missing, List<String> words) {
        return missing.getMissing().stream()
                .filter(each -> each instanceof OptionSpec option
                        && List.of(option.names()).stream().anyMatch(words::contains))
                .map(OptionSpec.class::cast)
                .map(option -> option.longestName() + ": no value (expected: " + option.longestName() + " "
                        + option.paramLabel() + ")")
                .findFirst();
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
            command.getSubcommands().values().stream()
                    .map(CommandLine::getCommandSpec)
                    .filter(each -> !each.usageMessage().hidden())
                    .forEach(each -> known.add(each.name()));
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
