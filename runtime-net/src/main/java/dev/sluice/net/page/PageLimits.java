package dev.sluice.net.page;

/**
 * Bounds of the page's server.
 *
 * @param connections at once
 * @param pages that receive events at once; each may hold one whole state that its reader has not taken
 * @param documents that are rendered or sent at once
 * @param requestMillis for a complete request, counted from the connection or the previous answer [ms]
 * @param answerMillis for a reader to take an answer [ms]
 * @param periodMillis between two events [ms]
 * @param heartbeatMillis after which a page without events gets a comment [ms]
 * @param stallMillis after which a page that reads nothing is disconnected [ms]
 * @param endMillis from the end of the run, after which a page that has not read the last state is disconnected [ms]
 */
record PageLimits(
        int connections,
        int pages,
        int documents,
        long requestMillis,
        long answerMillis,
        long periodMillis,
        long heartbeatMillis,
        long stallMillis,
        long endMillis) {
    static final PageLimits STANDARD = new PageLimits(64, 16, 8, 10_000, 30_000, 250, 15_000, 120_000, 1_000);

    /** Bytes of a request line, and of all headers together. */
    static final int REQUEST_BYTES = 8 << 10;
}
