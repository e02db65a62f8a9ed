package io.relaymq.house.broken;

import org.slf4j.Logger;

public record WordLogs(Logger log) {}
