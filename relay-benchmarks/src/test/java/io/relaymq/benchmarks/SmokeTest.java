package io.relaymq.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.benchmarks.load.Verdict;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.run.ClosedLoop;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.OpenLoop;
import io.relaymq.benchmarks.run.OpenLoop.Delays;
import io.relaymq.benchmarks.run.Outcome;
import io.relaymq.benchmarks.server.Durability;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every system that needs only Redis does a little of the work, and all of it. */
class SmokeTest {

    private static final Length SHORT = new Length(0.1, 0.2, 1);
    private static final Work WORK = new Work(4, 0.1, 256);

    static List<Peer> peers() {
        return Peers.onRedis();
    }

    @ParameterizedTest
    @MethodSource("peers")
    void as_fast_as_it_goes(Peer peer) throws Exception {
        Outcome outcome = ClosedLoop.run(peer, Durability.FILE, WORK, SHORT);

        assertThat(outcome.verdict()).matches(verdict -> !verdict.isVoid());
        assertThat(outcome.published()).isPositive();
        assertThat(outcome.delivered()).isPositive();
        assertThat(outcome.used().cpuSeconds()).isPositive();
        assertThat(outcome.sentPerDelivered()).isGreaterThan(WORK.payload());
    }

    @ParameterizedTest
    @MethodSource("peers")
    void at_a_rate(Peer peer) throws Exception {
        Delays delays = OpenLoop.run(peer, Durability.MEMORY, new Work(1, 1, 256), 500, SHORT);

        assertThat(delays.verdict())
                .isEqualTo(new Verdict(0, 0, 0, delays.verdict().disordered()));
        assertThat(delays.nanos().getTotalCount()).isEqualTo(100);
        assertThat(delays.millis(50)).isPositive();
    }
}
