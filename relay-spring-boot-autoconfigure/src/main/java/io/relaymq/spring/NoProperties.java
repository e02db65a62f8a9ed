package io.relaymq.spring;

import io.relaymq.WorkerOptions;
import java.util.Map;

/** Without somebody who reads them. */
enum NoProperties implements ListenerPropertiesReader {
    INSTANCE;

    @Override
    public void apply(String subscription, Map<String, String> own, WorkerOptions.Builder options) {
        if (!own.isEmpty()) {
            throw new IllegalArgumentException(own.keySet()
                    + " cannot be read: the RelayListenerRegistry was made without a" + " ListenerPropertiesReader");
        }
    }

    @Override
    public int batchSize(String subscription, Map<String, String> own) {
        return DEFAULT_BATCH_SIZE;
    }
}
