package {{package}};

import java.util.stream.IntStream;

/** The sieve of Eratosthenes: from its beginning, and for one range of numbers. */
final class Sieve {
    private Sieve() {}

    /** All primes {@code p ≤ limit}, in order. */
    static int[] primesUpTo(int limit) {
        boolean[] composite = new boolean[limit + 1];
        for (int n = 2; (long) n * n <= limit; n++) {
            if (!composite[n]) {
                for (int multiple = n * n; multiple <= limit; multiple += n) {
                    composite[multiple] = true;
                }
            }
        }
        return IntStream.rangeClosed(2, limit).filter(n -> !composite[n]).toArray();
    }

    /**
     * How many primes there are in {@code from ≤ n < to}.
     *
     * @param smallPrimes in order, at least all whose square is below {@code to}
     */
    static long count(long from, long to, int[] smallPrimes) {
        boolean[] composite = new boolean[Math.toIntExact(to - from)];
        for (int prime : smallPrimes) {
            long square = (long) prime * prime;
            if (square >= to) {
                break;
            }
            long firstMultiple = (from + prime - 1) / prime * prime;
            for (long n = Math.max(square, firstMultiple); n < to; n += prime) {
                composite[(int) (n - from)] = true;
            }
        }
        long count = 0;
        for (long n = Math.max(2, from); n < to; n++) {
            count += composite[(int) (n - from)] ? 0 : 1;
        }
        return count;
    }
}
