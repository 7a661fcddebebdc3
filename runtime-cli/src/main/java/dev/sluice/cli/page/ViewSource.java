package dev.sluice.cli.page;

import dev.sluice.model.record.RunView;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Views of a running run. Any thread may ask; the answer comes on the thread that owns the run, or at once. */
public interface ViewSource {
    /** Stands for no earlier view. */
    long NOTHING = -1;

    /**
     * Views of one moment. The next change may be asked for since the later of their sequences.
     *
     * @param change since the view that was named; it is a whole view if that one is no longer known; null if none was
     *     named
     * @param whole null if it was not asked for
     */
    record Views(@Nullable RunView change, @Nullable RunView whole) {}

    /**
     * Takes views of the run now, the change first.
     *
     * @param since sequence of the view to which a change is wanted; {@link #NOTHING} for no change
     * @param whole whether the whole view is wanted, too
     */
    CompletableFuture<Views> views(long since, boolean whole);
}
