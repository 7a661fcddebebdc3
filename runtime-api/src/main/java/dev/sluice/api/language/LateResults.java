package dev.sluice.api.language;

import dev.sluice.api.Application;
import java.util.Map;

/**
 * An application whose results another process decodes, maybe only after {@link Application#accept} has returned. A
 * result that this process cannot decode costs its unit an attempt, as if a codec had thrown.
 *
 * @param <V> the verdict of an application
 */
public interface LateResults<V> {
    /** After so many further results were accepted, it is known that the process could decode one. */
    int MOST_LATE = 256;

    /**
     * Returns the units whose results could not be decoded since the last call, with the reasons. Called on the thread
     * of {@link Application#accept}, after it and before the end of a cycle; blocks as accept does. If it throws, the
     * run ends.
     *
     * @param all whether to wait until all accepted results are decoded
     */
    Map<Long, String> refused(boolean all) throws Exception;

    /**
     * Has all accepted results decoded, and adds the units that follow from them. Called on the thread of
     * {@link Application#accept} while the cycle is open, after the results of each message: slots may wait for these
     * units. If it throws, the run ends.
     */
    V settle() throws Exception;
}
