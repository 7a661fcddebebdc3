package dev.sluice.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How the tests of every module wait for a condition if they do not say it: long enough for a machine that is busy, and
 * with a look at the condition so often that nobody waits for the next look. The launcher of the tests finds it as a
 * service.
 */
public final class PatientWaits implements LauncherSessionListener {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(DEADLINE);
        Awaitility.setDefaultPollInterval(BETWEEN_LOOKS);
        Awaitility.setDefaultPollDelay(BETWEEN_LOOKS);
    }
}
