package dev.sluice.cli.page;

import dev.sluice.cli.option.ListenAddress;
import dev.sluice.model.SluiceException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of the live page. */
public final class PageOptions {
    @Option(
            names = "--web",
            paramLabel = "HOST:PORT",
            description = "serve the live page and metrics here, with TLS beyond loopback; OFF: not at all (default: "
                    + "a free port of the loopback address)")
    private @Nullable String web;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    public PageOptions() {}

    /**
     * Concludes the option.
     *
     * @param usually whether the run says where its page is although no option asks for it
     * @throws SluiceException if it names no address
     */
    public PageTerms terms(boolean usually) {
        String told = web;
        if (told == null || told.equalsIgnoreCase("OFF")) {
            return new PageTerms(told == null, null, usually);
        }
        return new PageTerms(true, ListenAddress.parse("--web", told), true);
    }
}
