package io.relaymq.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A campaign that finds nothing is worth what its bookkeeping is worth. */
class LedgerTest {

    @TempDir
    Path directory;

    @Test
    void finds_what_was_lost_doubled_unexpected_and_recovered() throws IOException {
        Ledger ledger = ledger("""
                sent 1 a.one 100
                ok 1 100-0 101
                sent 2 a.one 102
                ok 2 102-0 103
                sent 3 b 104
                unknown 3
                sent 4 c.one 105
                failed 4 unavailable
                sent 5 a.one 106
                """, """
                handled all 1 100-0 1 110
                handled a 1 100-0 1 110
                handled all 2 102-0 1 111
                handled all 2 102-0 1 300
                handled all 3 104-0 1 112
                handled b 3 104-0 1 112
                handled all 4 105-0 1 113
                handled a 3 104-0 1 113
                handled all 9 109-0 1 114
                handled all 1 torn""");

        assertThat(ledger.missing("all")).isEmpty();
        assertThat(ledger.missing("a")).containsExactly(2L);
        assertThat(ledger.missing("b")).isEmpty();
        assertThat(ledger.duplicates()).isEqualTo(1);
        assertThat(ledger.unknown()).containsExactlyInAnyOrder(3L, 5L);
        assertThat(ledger.recovered()).isEqualTo(1);
        assertThat(ledger.unexpected())
                .as("4 was refused, 3 is not for a, 9 was never sent")
                .isEqualTo(3);
    }

    @Test
    void finds_gaps_and_when_all_was_well_again() throws IOException {
        Ledger ledger = ledger("""
                sent 1 c.one 100
                ok 1 100-0 1000
                sent 2 c.one 1100
                ok 2 1100-0 1101
                """, """
                handled all 2 1100-0 1 1500
                handled all 1 100-0 1 4000
                """);

        assertThat(ledger.longestGap(9_000)).isEqualTo(2_500);
        assertThat(ledger.longestGap(3_000)).isZero();
        assertThat(ledger.recovery(1_050)).isEqualTo(450);
        assertThat(ledger.caughtUp(1_050)).isEqualTo(2_950);
    }

    private Ledger ledger(String published, String handled) throws IOException {
        Path publisher = Files.writeString(directory.resolve("publisher.log"), published);
        Path consumer = Files.writeString(directory.resolve("consumer.log"), handled);
        return new Ledger(List.of(publisher, consumer));
    }
}
