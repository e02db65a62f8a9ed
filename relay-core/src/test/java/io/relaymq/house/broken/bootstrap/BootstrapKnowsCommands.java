package io.relaymq.house.broken.bootstrap;

import io.lettuce.core.api.sync.RedisCommands;

public record BootstrapKnowsCommands(RedisCommands<String, String> commands) {}
