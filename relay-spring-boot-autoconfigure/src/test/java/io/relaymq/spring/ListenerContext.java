package io.relaymq.spring;

import io.relaymq.fake.FakeRelay;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/** Contexts with listeners on a fake Relay. */
@Configuration(proxyBeanMethods = false)
@Import(RelayListenerConfiguration.class)
class ListenerContext {

    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withPropertyValues("spring.application.name=shop")
                .withUserConfiguration(ListenerContext.class);
    }

    @Bean
    FakeRelay relay() {
        return new FakeRelay();
    }

    @Bean
    RelayListenerRegistry registry(
            FakeRelay relay,
            ObjectProvider<WorkerOptionsCustomizer> customizers,
            ObjectProvider<DeliveryInterceptor> interceptors) {
        return new RelayListenerRegistry(
                relay,
                new RelayListenerSettings(
                        "events",
                        customizers.orderedStream().toList(),
                        interceptors.orderedStream().toList(),
                        ListenerPropertiesReader.none(),
                        new SimpleAsyncTaskExecutor("relay-batch-")));
    }
}
