package dev.sluice.worker.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the destination of log lines: standard error, or a file. Set up in code, which starts faster than from a
 * file; logback finds it as a service.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class Logging extends ContextAwareBase implements Configurator {
    private static volatile @Nullable Path file;
    private static volatile @Nullable PrintStream stream;

    /**
     * Chooses the destination. Call before the first logger is made.
     *
     * @param chosen null for {@code standardError}
     */
    static void configure(@Nullable Path chosen, PrintStream standardError) {
        file = chosen;
        stream = standardError;
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level [%thread] %logger{0} %msg%n");
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = appender();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(appender);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static OutputStreamAppender<ILoggingEvent> appender() {
        Path chosen = file;
        PrintStream told = stream;
        if (chosen == null && told != null) {
            OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
            appender.setOutputStream(told);
            return appender;
        }
        if (chosen == null) {
            ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
            console.setTarget("System.err");
            return console;
        }
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(chosen.toString());
        return appender;
    }
}
