package io.relaymq.spring;

import java.util.concurrent.CompletionStage;

/** Calls what is in charge of a delivery. */
@FunctionalInterface
interface ListenerCall {

    /** What the method throws comes out as it was thrown; the stage is complete unless the method answers one. */
    CompletionStage<?> invoke(Invocation invocation) throws Exception;
}
