package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that are UTF-8, and words that are bytes, in each locale of the user. */
@NoLeaks
class EachBytesIT {
    @TempDir
    static Path home;

    private static SluiceShell shell;

    @TempDir
    Path directory;

    @BeforeAll
    static void makeShell() throws Exception {
        shell = SluiceShell.in(home);
    }

    private SluiceShell.Printed run(String locale, String line) throws Exception {
        String sluice = "sluice() { '" + Checkout.file("sluice") + "' \"$@\"; }\n";
        return shell.run(directory, "unset LANG LC_ALL; " + locale + "\n" + sluice + latin(line));
    }

    /** A line with the bytes of its letters, because Java would start the shell with others where it is in C. */
    private static String latin(String line) {
        return line.replace("é", "$'\\xc3\\xa9'");
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"export LC_ALL=C", ":"})
    void shouldTakeAllWordsAsBytesAndLeaveCommandsTheirLocale(String locale) throws Exception {
        assertTakenAsBytes(locale);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"export LC_ALL=de_DE.no-such", "export LC_ALL=C.UTF-8"})
    void shouldTakeAllWordsAsBytesInMoreLocales(String locale) throws Exception {
        assertTakenAsBytes(locale);
    }

    private void assertTakenAsBytes(String locale) throws Exception {
        SluiceShell.Printed printed = run(locale, """
                mkdir d-é; echo a > $'in\\xff'
                sluice each -k --tagstring é$'\\xfe'{} --workdir d-é --env A=é$'\\xff' 'echo "$A" {/.}' ::: é/$'\\xff.c'
                sluice each -k --output o-é --joblog $'log\\xff' echo {} ::: $'\\xfe' $'\\xff' :::: $'in\\xff'
                sluice each -k --output o-é --joblog $'log\\xff' --resume echo {} ::: $'\\xfe' $'\\xff' x :::: $'in\\xff'
                sluice logs --output o-é
                sluice each -k --results r-é/{}.é 'echo "${LC_ALL-none} ${SLUICE_LC_ALL-none}" # {}' :::: $'in\\xff'
                cat r-é/a.é
                """);
        String own = locale.contains("=") ? locale.substring(locale.indexOf('=') + 1) : "none";
        assertThat(printed.out())
                .as(printed.err())
                .isEqualTo(bytes("é") + "\u00fe" + bytes("é") + "/\u00ff.c\t" + bytes("é") + "\u00ff \u00ff\n"
                        + "\u00fe a\n\u00ff a\nx a\n" + own + " none\n");
        assertThat(printed.err().lines().filter(line -> !line.contains("setlocale")))
                .isEmpty();
    }

    @Test
    void shouldSayThatTheWorkingDirectoryIsGone() throws Exception {
        SluiceShell.Printed printed = run(":", "mkdir gone; cd gone; rmdir ../gone; sluice each echo ::: a");
        assertThat(printed.code()).isEqualTo(255);
        assertThat(printed.err())
                .contains("gone is gone (expected: one that exists)")
                .doesNotContain("VM");
    }

    @Test
    void shouldRefuseADirectoryWhoseNameJavaCannotKeep() throws Exception {
        SluiceShell.Printed printed = run(":", "mkdir $'d\\xff'; cd $'d\\xff'; sluice each --output o echo ::: a");
        assertThat(printed.code()).isEqualTo(255);
        assertThat(printed.err()).contains("E280 working directory: ");
        assertThat(directory.toFile().list()).hasSize(1);
    }
}
