package dev.sluice.benchmarks.page;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.cli.page.PageContent;
import dev.sluice.net.page.PageServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Serves the page of {@link ThousandWorkers} as a process of its own. Prints its URL; then, for each line with a number
 * of seconds on standard input, the processor time that the process used meanwhile [ns].
 */
public final class PageLoad {
    /** Views that a run of two minutes sends; the code that writes them is compiled by then. */
    private static final int WARM_UP_VIEWS = 480;

    private PageLoad() {}

    private static void warmUp() {
        PageContent content = new PageContent(new ThousandWorkers());
        for (int i = 0; i < WARM_UP_VIEWS; i++) {
            content.update(i, false, Runnable::run).join();
        }
    }

    public static void main(String[] arguments) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        warmUp();
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (PageServer server = PageServer.open(loopback, null, new PageContent(new ThousandWorkers()))) {
            System.out.println(server.url());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                long before = system.getProcessCpuTime();
                Thread.sleep(Long.parseLong(line) * 1_000);
                System.out.println(system.getProcessCpuTime() - before);
            }
        }
    }
}
