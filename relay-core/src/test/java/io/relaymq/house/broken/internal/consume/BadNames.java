package io.relaymq.house.broken.internal.consume;

final class LoadManager {}

final class LoadHelper {}

final class LoadUtil {}

final class LoadUtils {}

final class LoadImpl {}

final class LoadCommon {}

final class LoadBase {}
