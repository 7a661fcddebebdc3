package dev.sluice.net.message;

/** Worker to master: how it stands with a file that workers may fetch from each other. */
public record FileNews(String sha256, State state) implements Message {
    /** The news of a worker about the file. */
    public enum State {
        /** The worker asks from where to fetch the file. */
        WANTED(0),
        /** The worker has the file and passes it on. */
        HERE(1),
        /** The worker that it was told to fetch from is out of reach, silent, slow or gone. */
        LOST(2),
        /** The bytes that it fetched from workers had another hash than promised. */
        WRONG(3),
        /** The worker has the file and cannot pass it on. */
        KEPT(4);

        private final int number;

        State(int number) {
            this.number = number;
        }

        /** Its number in messages. */
        public int number() {
            return number;
        }

        /** @throws IllegalArgumentException for a number that means nothing */
        public static State ofNumber(int number) {
            for (State state : values()) {
                if (state.number == number) {
                    return state;
                }
            }
            throw new IllegalArgumentException("state: " + number + " (expected: 0 to 4)");
        }
    }

    public FileNews {
        Checks.sha256(sha256);
    }
}
