package io.relaymq.benchmarks;

import io.relaymq.benchmarks.edge.Crowd;
import io.relaymq.benchmarks.edge.EdgeRun;
import io.relaymq.benchmarks.edge.EdgeTable;
import io.relaymq.benchmarks.edge.Load;
import io.relaymq.benchmarks.edge.WebServer;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.Settings;
import java.util.List;
import java.util.Locale;

/** Table: streams of events over HTTP for many clients, some of which die and some of which never read. */
public final class Edge {

    private static final Length FULL = new Length(10, 60, 1);
    private static final Length QUICK = new Length(2, 15, 1);

    private Edge() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.of(arguments);
        Length length = settings.length(FULL, QUICK);
        EdgeTable table = new EdgeTable();
        for (String stream : settings.names("streams", List.of("tail", "events"))) {
            Crowd crowd = Crowd.valueOf(stream.toUpperCase(Locale.ROOT));
            List<Integer> clients = crowd == Crowd.TAIL
                    ? settings.numbers("clients", List.of(1_000), List.of(200))
                    : settings.numbers("sharing", List.of(50), List.of(20));
            for (String name : settings.names("servers", List.of("netty", "jetty"))) {
                WebServer server = WebServer.valueOf(name.toUpperCase(Locale.ROOT));
                for (int perSecond : settings.numbers("rates", List.of(1_000), List.of(1_000))) {
                    Load load =
                            new Load(clients.get(0), perSecond, length.warmUp(), length.measured(), !settings.quick());
                    table.add(server, crowd, EdgeRun.of(server, crowd, load));
                }
            }
        }
        settings.write("edge", table.markdown());
        System.exit(0); // clients leave threads behind
    }
}
