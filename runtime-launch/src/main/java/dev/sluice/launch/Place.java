package dev.sluice.launch;

/**
 * A place for one worker at a time.
 *
 * @param host the name with which the worker registers
 * @param number counts the places on that host, from 1
 * @param text its name in messages for people
 */
public record Place(String host, int number, String text) {
    @Override
    public String toString() {
        return text;
    }
}
