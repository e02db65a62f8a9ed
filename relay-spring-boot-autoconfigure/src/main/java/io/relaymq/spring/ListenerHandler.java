package io.relaymq.spring;

import io.relaymq.AsyncMessageHandler;

/** What a listener's worker gives its deliveries to. */
interface ListenerHandler extends AsyncMessageHandler {

    /** The worker starts, or goes on after a pause. */
    default void open() {}

    /** The worker is about to stop or pauses: nothing is begun any more, what has not begun is given back. */
    default void close() {}
}
