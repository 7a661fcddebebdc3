package dev.sluice.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** The ways in which a file goes wrong: on a disk, in an editor, on the way, or on purpose. */
enum Mutation {
    FLIPPED_BIT {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            byte[] mutant = file.clone();
            mutant[place(file, chance)] ^= (byte) (1 << chance.nextInt(8));
            return mutant;
        }
    },

    ODD_BYTE {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            byte[] mutant = file.clone();
            mutant[place(file, chance)] = ODD[chance.nextInt(ODD.length)];
            return mutant;
        }
    },

    TRUNCATED {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            return Arrays.copyOf(file, place(file, chance));
        }
    },

    DELETED_RANGE {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            int from = place(file, chance);
            return replaced(file, from, end(file, from, chance), new byte[0]);
        }
    },

    /** The copy lands behind the range or anywhere else. */
    DUPLICATED_RANGE {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            int from = place(file, chance);
            int end = end(file, from, chance);
            int to = chance.nextBoolean() ? end : place(file, chance);
            return replaced(file, to, to, Arrays.copyOfRange(file, from, end));
        }
    },

    DELETED_LINE {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            int[] line = line(file, chance);
            return replaced(file, line[0], line[1], new byte[0]);
        }
    },

    DUPLICATED_LINE {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            int[] line = line(file, chance);
            return replaced(file, line[1], line[1], Arrays.copyOfRange(file, line[0], line[1]));
        }
    },

    /** A number of the text becomes one that is out of every range, or none. */
    HUGE_NUMBER {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            String number = NUMBERS.get(chance.nextInt(NUMBERS.size()));
            return word(file, chance, Character::isDigit, number);
        }
    },

    /** A word or value becomes another one of the same file, or a value of another kind. */
    OTHER_WORD {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            int[] taken = range(file, chance, Mutation::isOfWord);
            String word = chance.nextBoolean()
                    ? VALUES.get(chance.nextInt(VALUES.size()))
                    : new String(file, taken[0], taken[1] - taken[0], StandardCharsets.ISO_8859_1);
            return word(file, chance, Mutation::isOfWord, word);
        }
    },

    DEEP_NESTING {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            String opening = OPENINGS.get(chance.nextInt(OPENINGS.size()));
            return inserted(file, chance, opening.repeat(1 + chance.nextInt(2_000)));
        }
    },

    LONG_LINE {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            return inserted(
                    file, chance, FILLINGS.get(chance.nextInt(FILLINGS.size())).repeat(chance.nextInt(3_000)));
        }
    },

    CONTROL_BYTES {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            byte[] bytes = new byte[1 + chance.nextInt(8)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (chance.nextInt(8) == 0 ? 0 : chance.nextInt(32));
            }
            int at = place(file, chance);
            return replaced(file, at, at, bytes);
        }
    },

    OTHER_ENCODING {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            String text = new String(file, StandardCharsets.UTF_8);
            Charset charset = CHARSETS.get(chance.nextInt(CHARSETS.size()));
            String mark = chance.nextBoolean() ? "\uFEFF" : "";
            return (mark + (chance.nextBoolean() ? text : text.replace('e', 'é'))).getBytes(charset);
        }
    },

    OTHER_LINE_ENDS {
        @Override
        byte[] of(byte[] file, RandomGenerator chance) {
            String ends = List.of("\r\n", "\r", "", "\u2028", "\n\n").get(chance.nextInt(5));
            return new String(file, StandardCharsets.ISO_8859_1)
                    .replace("\n", ends)
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
    };

    private static final byte[] ODD = {
        0, 1, 9, 10, 13, 27, 32, 34, 35, 39, 44, 45, 47, 58, 61, 91, 92, 93, 123, 125, 127, -128, -64, -2, -1
    };

    private static final List<String> NUMBERS = List.of(
            "99999999999999999999999999999999",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808",
            "4294967296",
            "2147483648",
            "2147483647",
            "-2147483648",
            "1e308",
            "1e999",
            "1e-400",
            "-1",
            "0",
            "-0.0",
            "NaN",
            "0x7f",
            "1_000",
            "٣",
            "1".repeat(2_000));

    private static final List<String> VALUES =
            List.of("null", "true", "[]", "{}", "\"\"", "\"\u0000\"", "''", "-", "~", "..", "/", "*", "&a", "%s", "🜂");

    private static final List<String> OPENINGS =
            List.of("[", "{", "{\"a\":", "[[", "- ", "? ", "(", "\"", "a: ", " ", "../", "'", "\\", "<a>");

    private static final List<String> FILLINGS =
            List.of("a", "a,", "1", "0", " ", "x=1 ", "#", "é", "[1-9]", "\"\"", ";");

    private static final List<Charset> CHARSETS = List.of(
            StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8);

    /** Tells the letters that belong together. */
    private interface Letters {
        boolean has(char letter);
    }

    /** @param file not empty, is not changed */
    abstract byte[] of(byte[] file, RandomGenerator chance);

    private static int place(byte[] file, RandomGenerator chance) {
        return chance.nextInt(file.length);
    }

    /** The end of a range, which is mostly short. */
    private static int end(byte[] file, int from, RandomGenerator chance) {
        int most = chance.nextInt(4) == 0 ? file.length : 24;
        return Math.min(file.length, from + 1 + chance.nextInt(most));
    }

    private static byte[] inserted(byte[] file, RandomGenerator chance, String text) {
        int at = place(file, chance);
        return replaced(file, at, at, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] replaced(byte[] file, int from, int end, byte[] by) {
        ByteArrayOutputStream mutant = new ByteArrayOutputStream(file.length + by.length);
        mutant.write(file, 0, from);
        mutant.write(by, 0, by.length);
        mutant.write(file, end, file.length - end);
        return mutant.toByteArray();
    }

    /** A line with its end. */
    private static int[] line(byte[] file, RandomGenerator chance) {
        int at = place(file, chance);
        int from = at;
        while (from > 0 && file[from - 1] != '\n') {
            from--;
        }
        while (at < file.length && file[at] != '\n') {
            at++;
        }
        return new int[] {from, Math.min(file.length, at + 1)};
    }

    private static boolean isOfWord(char letter) {
        return Character.isLetterOrDigit(letter) || "\"._-+".indexOf(letter) >= 0;
    }

    private static byte[] word(byte[] file, RandomGenerator chance, Letters letters, String by) {
        int[] range = range(file, chance, letters);
        return replaced(file, range[0], range[1], by.getBytes(StandardCharsets.UTF_8));
    }

    /** One of the longest ranges of such letters; an empty one if there is none. */
    private static int[] range(byte[] file, RandomGenerator chance, Letters letters) {
        List<int[]> all = new ArrayList<>();
        for (int at = 0; at < file.length; at++) {
            int from = at;
            while (at < file.length && letters.has((char) (file[at] & 0xff))) {
                at++;
            }
            if (at > from) {
                all.add(new int[] {from, at});
            }
        }
        int at = place(file, chance);
        return all.isEmpty() ? new int[] {at, at} : all.get(chance.nextInt(all.size()));
    }
}
