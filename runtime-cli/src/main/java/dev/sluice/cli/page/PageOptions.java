package dev.sluice.cli.page;

import dev.sluice.cli.option.ListenAddress;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the live page. */
public final class PageOptions {
    @Option(
            names = "--web",
            paramLabel = "HOST:PORT",
            description = "serve the live page and the metrics on this address, with TLS unless it is a loopback "
                    + "address (docs/metrics.md; default: a free port of the loopback address)")
    private @Nullable String web;

    @Option(names = "--no-web", description = "serve neither the live page nor the metrics")
    private boolean noWeb;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    public PageOptions() {}

    /**
     * Concludes the options.
     *
     * @param usually whether the run says where its page is although no option asks for it
     * @throws SluiceException if they contradict each other, or name no address
     */
    public PageTerms terms(boolean usually) {
        String told = web;
        if (told == null) {
            return new PageTerms(!noWeb, null, usually);
        }
        if (noWeb) {
            throw new SluiceException(ErrorCode.USAGE, "--web: with --no-web (expected: only one of the two)");
        }
        return new PageTerms(true, ListenAddress.parse("--web", told), true);
    }
}
