package io.relaymq.internal.redis;

import io.relaymq.internal.store.Holder;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Runs the scripts of one broadcast, and says what was asked if one fails. */
final class ScriptRunner {

    private final String broadcast;
    private final RedisKeys keys;
    private final SharedLink link;

    ScriptRunner(String broadcast, RedisKeys keys, SharedLink link) {
        this.broadcast = broadcast;
        this.keys = keys;
        this.link = link;
    }

    <T> CompletableFuture<T> run(
            Script script, Arguments arguments, Function<Reply, T> decode, Holder holder, String asked) {
        return run(script, arguments, decode, asked + " (subscription '" + holder.subscription() + "')");
    }

    <T> CompletableFuture<T> run(Script script, Arguments arguments, Function<Reply, T> decode, String asked) {
        String what = asked + " (broadcast '" + broadcast + "')";
        return run(script, arguments, decode, failure -> Failures.unavailable(what, failure));
    }

    <T> CompletableFuture<T> run(
            Script script,
            Arguments arguments,
            Function<Reply, T> decode,
            Function<Throwable, RuntimeException> translate) {
        return translate(
                link.eval(script, keys.prefix(), arguments.toArray())
                        .thenApply(reply -> decode.apply(new Reply(reply))),
                translate);
    }

    static <T> CompletableFuture<T> translate(
            CompletableFuture<T> reply, Function<Throwable, RuntimeException> translate) {
        CompletableFuture<T> result = new CompletableFuture<>();
        reply.whenComplete((value, failure) -> {
            Throwable cause = Failures.unwrap(failure);
            Failures.pass(value, cause == null ? null : translate.apply(cause), result);
        });
        return result;
    }
}
