package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolAddress;
import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.PoolRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Ends a pool and its agents. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        description = "Running units are finished. Refused while submitted runs go on, unless --now.",
        exitCodeList = {
            "0:the pool stops",
            "2:usage error",
            "3:no pool answers",
            "4:runs go on",
            "5:internal error in Sluice"
        })
final class PoolStopCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Option(names = "--now", description = "end the runs too; 'sluice resume' continues them later")
    private boolean now;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolStopCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> words = now ? List.of("--now") : List.of();
        spec.commandLine().getOut().println(asked(words));
        spec.commandLine().getOut().flush();
        return 0;
    }

    private String asked(List<String> words) throws IOException, InterruptedException {
        PoolAddress address = pool.address();
        try {
            return PoolCall.ask(address, PoolRequest.Verb.STOP, words).text();
        } catch (SluiceException refused) {
            if (refused.code() != ErrorCode.VERSION_MISMATCH) {
                throw refused;
            }
            new StopNote(address.directory()).ask(now, refused);
            return PoolDesk.STOPS;
        }
    }
}
