package dev.sluice.api.language;

import dev.sluice.api.Application;
import dev.sluice.api.ArgumentException;
import java.util.List;

/**
 * An application that reads its arguments itself, instead of by fields with picocli's annotations. An
 * {@link Application} may implement it; its arguments then reach it as they were typed.
 */
public interface OwnArguments {
    /** Takes the arguments. Called on master and worker, once, before any method of {@link Application}. */
    void arguments(List<String> arguments);

    /**
     * Checks the arguments before a run begins. Called on the master only, once, after {@link #arguments} and before
     * any method of {@link Application}; may block. Throws {@link ArgumentException} for arguments that make no sense.
     */
    void check() throws Exception;

    /**
     * Describes the arguments for people, as {@code --help} shows them; may block.
     *
     * @param command with which the user starts the application
     */
    String usage(String command) throws Exception;
}
