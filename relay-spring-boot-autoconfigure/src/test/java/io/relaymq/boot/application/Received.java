package io.relaymq.boot.application;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a listener received. */
class Received {

    final List<Object> values = new CopyOnWriteArrayList<>();
}
