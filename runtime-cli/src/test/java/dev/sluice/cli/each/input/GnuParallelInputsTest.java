package dev.sluice.cli.each.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.OnPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the commands with those that GNU parallel prints for the same command line. */
@Tag("slow")
class GnuParallelInputsTest {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private static final long MOST_SECONDS = 60;

    /** Command lines, one per row; text behind {@code <} is a file that is standard input. */
    private static final String ROWS = """
        echo ::: A B C
        echo < abc
        -a abc echo
        echo :::: abc
        echo ::: A B C ::: D E F
        -a abc -a def echo
        -a - -a def echo < abc
        echo :::: abc def
        echo ::: A B C :::: def
        echo :::: - def < abc
        --link echo ::: A B C ::: D E F
        --link echo ::: A B C D E ::: F G
        echo ::: A B C :::+ D E F
        echo ::: A B C :::+ D E
        echo ::: 1 2 ::: a b c :::+ X Y Z
        echo :::: abc ::::+ def
        echo ::: A B ::: C D :::+ E F ::: G
        -d _ echo :::: abc_
        -0 echo :::: abc0
        -d '\\t' echo < tsv
        -d 'B\\n' echo < abc
        -E B echo ::: A B C
        -r echo :::: blank
        echo :::: blank
        --trim l 'echo x{}' ::: ' a '
        --trim r 'echo x{}' ::: ' a '
        --trim lr 'echo x{}' ::: ' a '
        echo {} ::: A/B.C
        echo {.} ::: A/B.C
        echo {/} ::: A/B.C
        echo {//} ::: A/B.C
        echo {/.} ::: A/B.C
        echo {#} {%} ::: A
        echo {} {.} {/} {//} {/.} ::: a/.b x. /r '' 'a b/c d.e f'
        'echo {1} and {2}' ::: A B ::: C D
        echo {1/} {1//} {1/.} {1.} {2} ::: A/B.C D/E.F ::: G
        echo {-1} {-2} {3} ::: A B ::: C D
        echo 1={1} 2={2} 3={3} ::: A B
        --colsep '\\t' echo 1={1} 2={2} :::: tsv
        --colsep , echo {1}-{2}-{3}-{4} {} ::: 'a , b,' ,c ''
        --header : --colsep '\\t' echo f1={f1} f2={f2} {} :::: tsv
        --header : echo {f1} {f2.} {2} ::: f1 A B ::: f2 C.x D
        --header : --link echo {A} {D} :::: abc def
        --skip-first-line -a abc -a def echo
        -I ,, 'echo ,, {} ,1, {1} {1/}' ::: A/B.C
        -N2 echo {1}-{2} ::: 1 2 3 4 5
        -n 3 echo ::: 1 2 3 4 5
        -N2 echo x{}y {/.}{#} a{2} ::: 1 b/2.c 3
        -N2 echo x{}y {1}-{2}-{3}-{4} ::: 1 2 3 ::: a b
        -N0 echo hi ::: 1 2
        -L2 echo x{} ::: 'a ' b c d
        --max-lines 2 echo < abc
        -m -j2 echo pre-{}-post ::: A B C D E F G
        -X -j2 echo pre-{}-post ::: A B C D E
        -m -j3 echo {}-{.} {/} ::: a.x b.y
        --xargs -s 20 echo ::: a b c d e f g h i j k
        -m -j1 -s 21 echo x{} ::: a b c d e f g h i j k
        -X -j1 -s 23 echo x{} ::: a b c d e f g h i j k
        -X -n 2 echo {}x ::: 1 2 3 4 5
        echo x{}y ::: A ::: B
        ::: 'echo a | wc' 'true && echo'
        {} ::: 'echo a; echo b'
        < commands
        echo ::: 'a b' 'it"s' '*' '' '~x' -n 'a$b' 'x;y' 'c,d' 'e=f' 'g:h' 'i@j' '+k' '#' '{}'
        'echo {} | wc; echo {.}>{}.out' ::: 'a b.c' d
        'cd {//} && gzip {/}' ::: 'x y/z' q
        'echo {};echo' ::: 'x y'
        -q perl -ne 'print $_' ::: 'x y'
        echo :::
        echo ::: A B :::
        gzip -9 ::: a.txt 'b c.txt'
        mv {} {.}.bak ::: a.txt 'b c.txt'
        'echo ${HOME}{}' ::: a
        'for i in {}; do echo $i; done' ::: 'x y' z
        'if [ -e {} ]; then rm -- {}; fi' ::: 'x y' -z
        """;

    /** All rows share it, because GNU parallel keeps there what it needs half a second to find out. */
    @TempDir
    static Path directory;

    static Stream<String> rows() {
        return ROWS.lines();
    }

    @BeforeAll
    static void findParallel() {
        assumeTrue(OnPath.has("parallel"), "GNU parallel is not installed (apt-get install parallel)");
    }

    @BeforeAll
    static void writeFiles() throws IOException {
        Map<String, String> files = Map.of(
                "abc", "A\nB\nC\n",
                "def", "D\nE\nF\n",
                "abc_", "A_B_C_",
                "abc0", "A\0B\0C\0",
                "tsv", "f1\tf2\nA\tB\nC\tD\n",
                "blank", "a\n\n  \n b \nlast",
                "commands", "echo a | cat\ntrue\n",
                "will-cite", "");
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldMakeTheSameCommands(String row) throws Exception {
        List<String> words = new ArrayList<>(words(row));
        String standardInput = "";
        int from = words.indexOf("<");
        if (from >= 0) {
            standardInput = Files.readString(directory.resolve(words.get(from + 1)));
            words = words.subList(0, from);
        }
        String[] ours = words.stream().map(this::inDirectory).toArray(String[]::new);

        assertThat(lines(String.join("\n", ParsedInputs.commands(directory, standardInput, ours))))
                .isEqualTo(lines(parallel(words, standardInput)));
    }

    /** Lines without blanks at their ends, which stand for missing values. */
    private static List<String> lines(String text) {
        return text.lines().map(String::stripTrailing).toList();
    }

    /** A file of the test with its directory; other words stay as they are. */
    private String inDirectory(String word) {
        return word.matches("abc[_0]?|def|tsv|blank") ? directory.resolve(word).toString() : word;
    }

    private String parallel(List<String> words, String standardInput) throws Exception {
        List<String> command = new ArrayList<>(List.of("parallel", "-k", "--dry-run"));
        command.addAll(words);
        Path in = Files.writeString(directory.resolve("in"), standardInput);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("PARALLEL_HOME", directory.toString());
        builder.environment().put("PARALLEL_SHELL", "/bin/sh");
        Process process = builder.start();
        boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as("GNU parallel ended").isTrue();
        assertThat(Files.readString(err)).isEmpty();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    private static List<String> words(String row) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(row);
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        return words;
    }
}
