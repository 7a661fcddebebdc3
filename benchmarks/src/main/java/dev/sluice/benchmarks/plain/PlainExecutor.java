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
 * Arguments: the application's class, the number of threads, the application's own options.
 */
public final class PlainExecutor<S, U, R> {
    private final Hosted<S, U, R> application;
    private final CompletionService<Result<R>> tasks;

    private record Result<R>(long index, R value) {}

    private PlainExecutor(Hosted<S, U, R> application, ExecutorService executor) {
        this.application = application;
        this.tasks = new ExecutorCompletionService<>(executor);
    }

    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        Hosted<?, ?, ?> application = Hosted.load(PlainExecutor.class.getClassLoader(), words.get(0));
        application.parse(words.subList(2, words.size()));
        ExecutorService executor = Executors.newFixedThreadPool(Integer.parseInt(words.get(1)));
        try {
            new PlainExecutor<>(application, executor).run();
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
        for (long i = 0; i < units; i++) {
            long index = i;
            U unit = application.unit(index);
            tasks.submit(() -> new Result<>(index, application.compute(setup, unit)));
        }
        for (long i = 0; i < units; i++) {
            Result<R> result = tasks.take().get();
            application.accept(result.index(), result.value());
        }
    }
}
