package dev.sluice.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModulesBesideTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import one",
                "import os, one as other, sys",
                "from one import name",
                "from one.below import (\n    name,\n)",
                "def late():\n    import one",
                "if late: import one  # a comment",
                "import sys; import one",
                "import \\\n  one",
                "import os\r\nfrom one import *\r\n"
            })
    void shouldFindWhatAProgramImports(String text) throws Exception {
        write("one.py", "");
        write("two.py", "");
        assertThat(modules(text)).containsExactly("one.py");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "important one",
                "# import one",
                "import os  # import one",
                "from . import one",
                "print('import one')",
                "import other.one"
            })
    void shouldTakeNothingElseForAnImport(String text) throws Exception {
        write("one.py", "");
        assertThat(modules(text)).isEmpty();
    }

    @Test
    void shouldFollowModulesAndTakeWholePackages() throws Exception {
        write("one.py", "import shapes.area, fast, main, sluice");
        write("shapes/__init__.py", "");
        write("shapes/area.py", "import third");
        write("shapes/data/table.csv", "1,2");
        write("shapes/__pycache__/area.pyc", "");
        write("shapes/.hidden", "");
        write("third.py", "import one");
        write("fast.cpython-311-x86_64-linux-gnu.so", "");
        write("sluice/__init__.py", "");
        write("unused.py", "");
        assertThat(modules("import one"))
                .containsExactly(
                        "fast.cpython-311-x86_64-linux-gnu.so",
                        "one.py",
                        "shapes/__init__.py",
                        "shapes/area.py",
                        "shapes/data/table.csv",
                        "third.py");
    }

    @Test
    void shouldPreferWhatPythonPrefers() throws Exception {
        write("both.py", "");
        write("both/__init__.py", "");
        write("plain.py", "");
        write("plain/module.py", "");
        write("spaces/module.py", "");
        write("tables/table.csv", "");
        Files.createSymbolicLink(directory.resolve("linked"), directory.resolve("spaces"));
        assertThat(modules("import both, plain, spaces, tables, linked"))
                .containsExactly("both/__init__.py", "linked/module.py", "plain.py", "spaces/module.py");
    }

    @Test
    void shouldSearchTheDirectoriesThatAProgramAddsToItsPath() throws Exception {
        write("lib/one.py", "import two");
        write("lib/deep/two.py", "");
        write("lib/unused.py", "");
        write("other/three.py", "");
        String paths = "sys.path[:0] = [join(here, 'lib'), str(HERE / \"lib/deep\"), '../other', 'missing']\n";
        assertThat(modules(paths + "import one, three")).containsExactly("lib/deep/two.py", "lib/one.py");
        assertThat(modules("print('lib')\nimport one, three")).isEmpty();
        assertThat(modules("sys.path.append(here + '/lib')\nimport one")).containsExactly("lib/one.py");
        assertThat(modules("sys.path.append(f\"{here}/lib/deep\")\nimport two")).containsExactly("lib/deep/two.py");
    }

    @Test
    void shouldRefuseAPackageWithMuchData() throws Exception {
        write("shapes/__init__.py", "");
        try (RandomAccessFile large =
                new RandomAccessFile(directory.resolve("shapes/large.bin").toFile(), "rw")) {
            large.setLength(ModulesBeside.MOST_BYTES);
        }
        assertThat(modules("import shapes")).hasSize(2);
        write("shapes/small", "1");
        assertThatThrownBy(() -> modules("import shapes"))
                .hasMessageContaining("those of shapes: more than 32 MiB")
                .hasMessageContaining("--file");
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Set<String> modules(String text) throws IOException {
        return ModulesBeside.of(Files.writeString(directory.resolve("main.py"), text))
                .keySet();
    }
}
