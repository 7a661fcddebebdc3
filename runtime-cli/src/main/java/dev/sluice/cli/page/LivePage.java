package dev.sluice.cli.page;

import dev.sluice.master.report.RunDirectory;
import dev.sluice.net.page.PageServer;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.PrivateFiles;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The live page of a run. A thread of its own, {@code sluice-page-start}, opens it when the run is half a second old,
 * or two if the run does not say where it is: shorter runs open no port, and loading the server's classes delays no
 * first unit. Any thread.
 */
public final class LivePage implements AutoCloseable {
    private static final long START_MILLIS = 500;
    private static final long UNANNOUNCED_MILLIS = 2_000;

    private final PageTerms terms;
    private final ViewSource views;
    private final UrlFile file;
    private final Consumer<String> news;
    private final long startMillis;
    private final Thread opener;
    private boolean closed;
    private @Nullable PageServer server;

    /**
     * The file that gets the page's URL. Its last line names the run, so that the guard of the run may delete it.
     *
     * @param run id of the run
     */
    public record UrlFile(Path path, String run) {}

    private LivePage(PageTerms terms, ViewSource views, UrlFile file, Consumer<String> news, long startMillis) {
        this.terms = terms;
        this.views = views;
        this.file = file;
        this.news = news;
        this.startMillis = startMillis;
        this.opener = new Thread(this::openLater, "sluice-page-start");
        opener.setDaemon(true);
    }

    /**
     * Begins; the page appears soon.
     *
     * @param views of the run
     * @param file gets the page's URL, and its certificate's hash if it has one; in a private directory
     * @param news told where the page is, or why there is none
     * @throws NetException ADDRESS_IN_USE if the user named an address that is taken
     */
    public static LivePage start(PageTerms asked, ViewSource views, UrlFile file, Consumer<String> news) {
        return asked.announced()
                ? start(asked, views, file, news, START_MILLIS)
                : start(asked, views, file, unheard -> {}, UNANNOUNCED_MILLIS);
    }

    /**
     * Checks the address that the user named, before anything is started.
     *
     * @throws NetException ADDRESS_IN_USE if it is taken
     */
    public static void check(PageTerms terms) {
        InetSocketAddress asked = terms.address();
        if (terms.shown() && asked != null) {
            Transport.check(asked);
        }
    }

    /** @param startMillis until the page is opened [ms] */
    static LivePage start(PageTerms terms, ViewSource views, UrlFile file, Consumer<String> news, long startMillis) {
        check(terms);
        LivePage page = new LivePage(terms, views, file, news, startMillis);
        if (terms.shown()) {
            page.opener.start();
        }
        return page;
    }

    private void openLater() {
        try {
            if (awaitStart()) {
                open();
            }
        } catch (RuntimeException | LinkageError e) {
            news.accept("no page: " + (e instanceof NetException ? e.getMessage() : e.toString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the run is old enough; returns false if it has ended by then. */
    private synchronized boolean awaitStart() throws InterruptedException {
        long end = System.nanoTime() + startMillis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0 && !closed; left = end - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
        }
        return !closed;
    }

    private void open() {
        InetSocketAddress asked = terms.address();
        InetSocketAddress address = asked == null ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0) : asked;
        RunIdentity identity = address.getAddress().isLoopbackAddress() ? null : RunIdentity.create();
        PageServer opened = PageServer.open(address, identity, new PageContent(views));
        if (!publish(opened, identity)) {
            opened.close();
            return;
        }
        news.accept("page: " + opened.url());
        if (identity != null) {
            news.accept("  its certificate: SHA-256 " + identity.fingerprint());
        }
    }

    /** Writes the file with the URL and the certificate's hash; returns false if the run has ended in the meantime. */
    private synchronized boolean publish(PageServer opened, @Nullable RunIdentity identity) {
        if (closed) {
            return false;
        }
        try {
            String certificate = identity == null ? "" : identity.fingerprint() + "\n";
            PrivateFiles.write(file.path(), opened.url() + "\n" + certificate + "run=" + file.run() + "\n");
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        server = opened;
        return true;
    }

    /** Deletes the file, sends the last view to open pages, and closes. Neither can fail the run. */
    @Override
    public void close() {
        PageServer opened;
        synchronized (this) {
            closed = true;
            notifyAll();
            opened = server;
        }
        if (opened == null) {
            return;
        }
        try {
            RunDirectory.delete(file.path());
        } catch (IOException | RuntimeException e) {
            news.accept("page: " + file.path() + " could not be deleted: " + FileTrouble.said(e));
        }
        try {
            opened.close();
        } catch (RuntimeException e) {
            news.accept("page: it could not be closed: " + e);
        }
    }
}
