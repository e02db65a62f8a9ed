package io.relaymq;

import java.util.regex.Pattern;

/** Names of namespaces, broadcasts and subscriptions: no colon and no brace, so two pairs of names never share a key. */
final class Names {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

    private Names() {}

    static String requireValid(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "Expected the " + what + "'s name to be 1 to 128 of A-Z a-z 0-9 _ . -, got: '" + name + "'");
        }
        return name;
    }
}
