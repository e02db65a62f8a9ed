package io.relaymq.house.broken.internal.consume;

import java.util.concurrent.TimeUnit;

public final class Sleeps {
    void thread() throws InterruptedException {
        Thread.sleep(1);
    }

    void unit() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }
}
