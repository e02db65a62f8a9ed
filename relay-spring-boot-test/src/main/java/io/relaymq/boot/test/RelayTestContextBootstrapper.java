package io.relaymq.boot.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

final class RelayTestContextBootstrapper extends TestSliceTestContextBootstrapper<RelayTest> {}
