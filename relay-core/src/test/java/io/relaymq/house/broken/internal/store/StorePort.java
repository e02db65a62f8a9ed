package io.relaymq.house.broken.internal.store;

import io.relaymq.house.broken.InnocentWord;

public interface StorePort {
    void put(InnocentWord word);
}
