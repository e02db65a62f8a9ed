package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ScriptSourceTest {

    private static String load(Map<String, String> files) {
        return new ScriptSource(name -> Objects.requireNonNull(files.get(name), name)).load("a.lua");
    }

    private static String bundled(String name) {
        return ScriptSource.bundled().load(name);
    }

    @Test
    void an_include_stands_for_the_library_in_its_place() {
        String script = load(Map.of("a.lua", "first\n--@include x\nlast", "lib/x.lua", "one\ntwo"));

        assertThat(script).isEqualTo("first\none\ntwo\nlast");
    }

    @Test
    void libraries_include_others_before_themselves() {
        String script = load(Map.of("a.lua", "--@include x\na", "lib/x.lua", "--@include y\nx", "lib/y.lua", "y"));

        assertThat(script).isEqualTo("y\nx\na");
    }

    @Test
    void a_library_comes_once_however_often_it_is_asked_for() {
        String script = load(Map.of(
                "a.lua",
                "--@include x\n--@include y\n--@include x \na",
                "lib/x.lua",
                "--@include y\nx",
                "lib/y.lua",
                "y"));

        assertThat(script).isEqualTo("y\nx\na");
    }

    @Test
    void libraries_that_include_each_other_come_once() {
        String script = load(
                Map.of("a.lua", "--@include x\na", "lib/x.lua", "--@include y\nx", "lib/y.lua", "--@include x\ny"));

        assertThat(script).isEqualTo("y\nx\na");
    }

    @Test
    void comment_lines_and_blank_lines_are_left_out() {
        String script = load(Map.of("a.lua", "-- says what\n--\n\ncode -- says why\n  -- and more", "lib/x.lua", ""));

        assertThat(script).isEqualTo("code -- says why\n  -- and more");
    }

    @Test
    void a_missing_library_is_named() {
        ScriptSource files = new ScriptSource(name -> name.equals("a.lua") ? "--@include no-such" : bundled(name));

        assertThatIllegalStateException()
                .isThrownBy(() -> files.load("a.lua"))
                .withMessageContaining("lib/no-such.lua");
        assertThatIllegalStateException()
                .isThrownBy(() -> ScriptSource.bundled().load("no-such.lua"))
                .withMessageContaining("no-such.lua");
    }
}
