package dev.sluice.cli.run;

import dev.sluice.cli.config.ConfigDefaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Options of a command as words for the same command elsewhere. */
final class Forwarded {
    private Forwarded() {}

    /** What was typed, but for these options. */
    static List<String> typed(ParseResult typed, Set<String> without) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : typed.matchedOptions()) {
            if (!without.contains(option.longestName())) {
                for (String value : option.originalStringValues()) {
                    words.add(option.longestName());
                    if (option.arity().max() > 0) {
                        words.add(value);
                    }
                }
            }
        }
        return words;
    }

    /** What is configured here for options that were not typed, but for these: it is not configured elsewhere. */
    static List<String> configured(ParseResult typed, Set<String> without) {
        List<String> words = new ArrayList<>();
        ConfigDefaults.of(typed.commandSpec().commandLine()).ifPresent(defaults -> {
            for (OptionSpec option : typed.commandSpec().options()) {
                if (!without.contains(option.longestName()) && !typed.hasMatchedOption(option)) {
                    defaults.setting(option)
                            .ifPresent(setting -> words.add(option.longestName() + "=" + setting.value()));
                }
            }
        });
        return words;
    }
}
