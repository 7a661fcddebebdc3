package dev.sluice.net.message;

import dev.sluice.model.schedule.Handout;

/**
 * Master to operator, in answer to {@link ChangeHandout}: how units are handed out from now on.
 *
 * @param refused why the request was refused; empty if it was not
 */
public record HandoutAnswer(Handout now, String refused) implements Message {}
