package dev.sluice.benchmarks.plain;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs an application with a plain executor, every unit one task, results accepted on the calling thread as they come.
 * Arguments: the application's class, the number of threads, the number of tasks submitted ahead of results (0: all of
 * a cycle at once), the application's own options.
 */
public final class PlainExecutor<S, U, R> {
    private final Hosted<S, U, R> application;
    private final CompletionService<Result<R>> tasks;
    private final long ahead;

    private record Result<R>(long index, R value) {}

    private PlainExecutor(Hosted<S, U, R> application, ExecutorService executor, int ahead) {
        this.application = application;
        this.ahead = ahead == 0 ? Long.MAX_VALUE : ahead;
        this.tasks = new ExecutorCompletionService<>(executor);
    }

    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        Hosted<?, ?, ?> application = Hosted.load(PlainExecutor.class.getClassLoader(), words.get(0));
        application.parse(words.subList(3, words.size()));
        ExecutorService executor = Executors.newFixedThreadPool(Integer.parseInt(words.get(1)));
        try {
            new PlainExecutor<>(application, executor, Integer.parseInt(words.get(2))).run();
        } finally {
            executor.shutdownNow();
        }
    }

    private void run() throws Exception {
        application.initialize();
        boolean last = false;
        for (int number = 0; !last; number++) {
            Cycle<S> cycle = application.cycle(number);
            last = cycle.last();
            S setup = cycle.setup();
            if (setup != null) {
                run(setup, cycle.units());
                application.endCycle(number);
            }
        }
        application.complete();
    }

    private void run(S setup, long units) throws ApplicationException, InterruptedException, ExecutionException {
        long first = Math.min(ahead, units);
        for (long i = 0; i < first; i++) {
            submit(setup, i);
        }
        for (long i = 0; i < units; i++) {
            Result<R> result = tasks.take().get();
            if (first + i < units) {
                submit(setup, first + i);
            }
            application.accept(result.index(), result.value());
        }
    }

    private void submit(S setup, long index) throws ApplicationException {
        U unit = application.unit(index);
        tasks.submit(() -> new Result<>(index, application.compute(setup, unit)));
    }
}
