package io.relaymq.internal.redis;

import io.relaymq.internal.store.Routes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Reads the route table page by page; starts again if the generation changes between two pages. */
final class RoutesReader {

    private static final String FIRST = "0";

    private final Function<String, CompletableFuture<Reply>> page;
    private final Map<String, List<String>> rows = new HashMap<>();
    private String generation = "";

    RoutesReader(Function<String, CompletableFuture<Reply>> page) {
        this.page = page;
    }

    CompletableFuture<Routes> read() {
        return page.apply(FIRST).thenCompose(reply -> next(reply, true));
    }

    private CompletableFuture<Routes> next(Reply reply, boolean first) {
        String seen = reply.text(0);
        if (first) {
            generation = seen;
            rows.clear();
        } else if (!seen.equals(generation)) {
            return read();
        }
        Reply page = reply.list(2);
        for (int i = 0; i < page.size(); i += 2) {
            rows.put(page.text(i), List.of(page.text(i + 1).split(" ")));
        }
        String cursor = reply.text(1);
        return cursor.equals(FIRST)
                ? CompletableFuture.completedFuture(new Routes(generation, Map.copyOf(rows)))
                : this.page.apply(cursor).thenCompose(more -> next(more, false));
    }
}
