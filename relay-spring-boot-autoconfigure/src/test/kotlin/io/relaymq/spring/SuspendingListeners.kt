package io.relaymq.spring

import java.io.IOException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionStage
import java.util.concurrent.CopyOnWriteArrayList
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import org.springframework.messaging.handler.annotation.DestinationVariable

/** Listeners in Kotlin that suspend, for tests in Java. */
class SuspendingListeners {

    data class Order(val number: Int, val item: String = "tea")

    /** Waits for [done] before it returns. */
    open class Waiting {
        val received = CopyOnWriteArrayList<Any>()
        val done = CompletableDeferred<String>()

        @RelayListener("orders.{region}.created")
        open suspend fun handle(order: Order, @DestinationVariable region: String) {
            received.add(order)
            received.add(region + " " + done.await())
        }
    }

    class Failing {
        @RelayListener
        suspend fun handle(text: String) {
            delay(1)
            throw IOException(text)
        }
    }

    class InBatches {
        val received = CopyOnWriteArrayList<Any>()

        @RelayListener
        suspend fun handle(orders: List<Order>) {
            delay(1)
            received.add(orders)
        }
    }

    class ByHand {
        @RelayListener(ackMode = "MANUAL")
        suspend fun handle(text: String, acknowledgment: Acknowledgment) {
            delay(1)
            if (text == "dead") acknowledgment.deadLetter(text) else acknowledgment.ack()
        }
    }

    class ManyValues {
        @RelayListener
        suspend fun handle(text: String): Flow<String> = flowOf(text)
    }

    class LaterStill {
        @RelayListener
        suspend fun handle(text: String): CompletableFuture<String> = CompletableFuture.completedFuture(text)
    }

    class StageAfterAll {
        @RelayListener
        suspend fun handle(text: String): CompletionStage<String> = CompletableFuture.completedFuture(text)
    }
}
