package dev.sluice.testing;

import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Gives the thread of the tests its class loader back after each test: a command that loads an application leaves that
 * of the application, in which the next test is not found. The launcher of the tests finds it as a service.
 */
public final class SameClassLoader implements TestExecutionListener {
    private @Nullable ClassLoader own;

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        own = Thread.currentThread().getContextClassLoader();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Thread.currentThread().setContextClassLoader(own);
    }
}
