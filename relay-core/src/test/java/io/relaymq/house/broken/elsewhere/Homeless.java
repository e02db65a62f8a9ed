package io.relaymq.house.broken.elsewhere;

public final class Homeless {}
