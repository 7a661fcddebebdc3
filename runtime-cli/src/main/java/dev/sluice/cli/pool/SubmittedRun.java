package dev.sluice.cli.pool;

import dev.sluice.net.message.PoolRequest;
import java.nio.file.Path;
import java.util.List;

/**
 * A run that was submitted to a pool.
 *
 * @param directory of the run
 * @param from the working directory of the command that submitted it
 * @param words of the command: {@code run} or {@code each}, and its arguments
 * @param over whether it has ended and is not started again
 */
record SubmittedRun(Path directory, Path from, List<String> words, boolean over) {
    SubmittedRun {
        words = List.copyOf(words);
    }

    /** Directories of the runs that have to succeed first. */
    List<Path> awaited() {
        return words.stream()
                .skip(1)
                .takeWhile(word -> word.startsWith(PoolRequest.AFTER))
                .map(word -> Path.of(word.substring(PoolRequest.AFTER.length())))
                .toList();
    }

    /** The id of the run, and the name of its directory. */
    String id() {
        return String.valueOf(directory.getFileName());
    }

    /** The same run, ended. */
    SubmittedRun ended() {
        return new SubmittedRun(directory, from, words, true);
    }

    /** The file of its standard output. */
    Path output() {
        return directory.resolve("output");
    }

    /** The file of its standard error. */
    Path log() {
        return directory.resolve("log");
    }
}
