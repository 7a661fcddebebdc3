package dev.sluice.cli.page;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Says if a run has a live page, and where.
 *
 * @param address where it is served; null for any port of this machine's loopback address
 * @param announced whether the run says where; else it opens the page later, for {@code sluice top} alone
 */
public record PageTerms(boolean shown, @Nullable InetSocketAddress address, boolean announced) {
    /** No page. */
    public static final PageTerms NONE = new PageTerms(false, null, false);
}
