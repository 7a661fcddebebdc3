package dev.sluice.launch;

/**
 * Where a launcher has one worker at a time.
 *
 * @param host what the worker calls its host when it registers
 * @param number counts the places on that host, from 1
 * @param text how it is called in news for people
 */
public record Place(String host, int number, String text) {
    @Override
    public String toString() {
        return text;
    }
}
