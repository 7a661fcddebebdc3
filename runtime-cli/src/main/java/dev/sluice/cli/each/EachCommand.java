package dev.sluice.cli.each;

import dev.sluice.cli.option.LongHelp;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a command for each input. */
@Command(
        name = "each",
        description = "Runs a command for each input, as GNU parallel does: on all cores of this machine, on other "
                + "hosts over ssh, or on a Slurm cluster. Inputs follow after ':::', or are the lines of standard "
                + "input (docs/commands.md).",
        exitCodeOnInvalidInput = EachCommand.OTHER_ERROR,
        exitCodeOnExecutionException = EachCommand.OTHER_ERROR,
        exitCodeList = {
            "0:all commands succeeded",
            "1..100:so many commands failed",
            "101:more than 100 commands failed",
            "130:stopped by Ctrl-C",
            "141:nobody read the output any more",
            "143:stopped by SIGTERM; running commands were finished",
            "255:another error"
        })
public final class EachCommand implements Callable<Integer> {
    static final int OTHER_ERROR = 255;

    @Mixin
    private EachOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    EachCommand() {}

    /** Lets {@code predict each …} be {@code each --predict …}; other words stay as they are. */
    public static String[] predicted(String... words) {
        boolean asked = words.length >= 2 && words[0].equals("predict") && words[1].equals("each");
        return asked
                ? Stream.concat(Stream.of("each", "--predict"), Arrays.stream(words, 2, words.length))
                        .toArray(String[]::new)
                : words;
    }

    @Override
    public Integer call() throws Exception {
        Instant started = Instant.now();
        if (options.help || options.helpAll) {
            LongHelp.print(spec, options.helpAll);
            return 0;
        }
        options.concludeSlots();
        return new EachRun(options, spec, started).run();
    }
}
