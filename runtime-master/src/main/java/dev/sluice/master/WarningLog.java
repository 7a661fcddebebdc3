package dev.sluice.master;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.LoggerFactory;

/** The log of a master process. */
public final class WarningLog {
    private WarningLog() {}

    /** Writes warnings and errors to standard error, and nothing below them. */
    public static void start() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.reset();
            PatternLayoutEncoder encoder = new PatternLayoutEncoder();
            encoder.setContext(context);
            encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %msg%n");
            encoder.start();
            ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
            console.setContext(context);
            console.setTarget("System.err");
            console.setEncoder(encoder);
            console.start();
            Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
            root.setLevel(Level.WARN);
            root.addAppender(console);
            context.getLogger("org.sqlite").setLevel(Level.OFF); // the history reports its own errors
        }
    }
}
