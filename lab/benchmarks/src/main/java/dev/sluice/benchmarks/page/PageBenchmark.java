package dev.sluice.benchmarks.page;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * The processor time that five open pages cost the master's process, at a thousand workers and a thousand events a
 * second. The views are synthetic; the server, its rendering and its sockets are real. The readers are another process.
 */
public final class PageBenchmark implements Benchmark {
    private static final int PAGES = 5;
    private static final int SECONDS = 20;
    private static final int WARM_UPS = 3;

    @Override
    public String question() {
        return "the processor time of five open pages of a run with 1,000 workers and 1,000 events a second";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        int seconds = Math.max(1, SECONDS / programs.effort().divisor());
        Process server = programs.beside(PageLoad.class);
        List<PageReader> pages = new ArrayList<>();
        try (BufferedReader out = server.inputReader();
                Writer in = server.outputWriter()) {
            String url = out.readLine();
            if (url == null) {
                throw new IOException("the server does not start (expected: its URL)");
            }
            for (int i = 0; i < PAGES; i++) {
                pages.add(new PageReader(url));
            }
            cpuShare(in, out, WARM_UPS * seconds); // JIT warm-up
            long before = bytes(pages);
            double with = cpuShare(in, out, seconds);
            double sent = (bytes(pages) - before) / 1e6 / seconds / PAGES;
            for (PageReader page : pages) {
                page.close();
            }
            double without = cpuShare(in, out, seconds);
            report.figure("without", 100 * without, "%");
            report.figure("with", 100 * with, "%");
            report.figure("sent", sent, "MB/s/page");
            report.figure("cost", 100 * (with - without), "%");
        } finally {
            for (PageReader page : pages) {
                page.close();
            }
            server.destroy();
            server.waitFor();
        }
    }

    private static long bytes(List<PageReader> pages) {
        return pages.stream().mapToLong(PageReader::bytes).sum();
    }

    /** Share of one processor that the server uses for so long. */
    private static double cpuShare(Writer in, BufferedReader out, int seconds) throws IOException {
        in.write(seconds + "\n");
        in.flush();
        String nanos = out.readLine();
        if (nanos == null) {
            throw new IOException("the server has ended (expected: its processor time)");
        }
        return Long.parseLong(nanos) / 1e9 / seconds;
    }
}
