package io.relaymq.house.broken.internal.publish;

import io.relaymq.house.broken.internal.consume.Sleeps;

public record PublishKnowsConsume(Sleeps consume) {}
