package io.relaymq.samples.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.relaymq.Message;
import io.relaymq.RelayUnavailableException;
import io.relaymq.boot.autoconfigure.modulith.RelayModulithAutoConfiguration;
import io.relaymq.spring.RelayOperations;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.RoutingTarget;
import org.springframework.modulith.events.support.DelegatingEventExternalizer;

/** When there is an externalizer, and what it makes of the routing. */
class ExternalizerTest {

    private final RelayOperations operations = mock(RelayOperations.class);
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RelayModulithAutoConfiguration.class))
            .withBean(RelayOperations.class, () -> operations)
            .withBean(EventExternalizationConfiguration.class, ExternalizerTest::routing);

    private static EventExternalizationConfiguration routing() {
        return EventExternalizationConfiguration.externalizing()
                .select(event -> true)
                .headers(OrderPlaced.class, order -> Map.of("number", order.number()))
                .route(
                        OrderPlaced.class,
                        order -> RoutingTarget.forTarget("shop").andKey("orders." + order.number()))
                .build();
    }

    @Test
    void the_headers_of_the_routing_are_those_of_the_message() {
        when(operations.on("shop")).thenReturn(operations);
        when(operations.publishAsync(any(Message.class))).thenReturn(new CompletableFuture<>());

        application.run(
                context -> context.getBean(DelegatingEventExternalizer.class).externalize(new OrderPlaced(7, "tea")));

        ArgumentCaptor<Message> published = ArgumentCaptor.forClass(Message.class);
        Mockito.verify(operations).publishAsync(published.capture());
        assertThat(published.getValue())
                .isEqualTo(Message.of("orders.7", new OrderPlaced(7, "tea")).withHeader("number", "7"));
    }

    @Test
    void it_fails_when_the_publish_failed() {
        when(operations.on("shop")).thenReturn(operations);
        when(operations.publishAsync(any(Message.class)))
                .thenReturn(CompletableFuture.failedFuture(mock(RelayUnavailableException.class)));

        application.run(context -> assertThat(
                        context.getBean(DelegatingEventExternalizer.class).externalize(new OrderPlaced(7, "tea")))
                .isCompletedExceptionally());
    }

    @Test
    void there_is_none_when_it_is_switched_off() {
        application
                .withPropertyValues("relay.modulith.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("relayEventExternalizer"));
    }

    @Test
    void there_is_none_without_modulith() {
        application
                .withClassLoader(new FilteredClassLoader(DelegatingEventExternalizer.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("relayEventExternalizer"));
    }

    @Test
    void that_of_the_application_is_taken_instead() {
        application
                .withBean("relayEventExternalizer", String.class, () -> "own")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DelegatingEventExternalizer.class));
    }
}
