package io.relaymq.house.broken.internal.consume;

import io.relaymq.house.broken.bootstrap.InnocentBootstrap;

public record ConsumeKnowsBootstrap(InnocentBootstrap bootstrap) {}
