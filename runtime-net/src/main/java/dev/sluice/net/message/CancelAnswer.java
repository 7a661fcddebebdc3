package dev.sluice.net.message;

/**
 * Master to operator, in answer to {@link CancelUnit}.
 *
 * @param done what was done, for people; empty if nothing was
 * @param refused why the request was refused; empty if it was not
 */
public record CancelAnswer(String done, String refused) implements Message {}
