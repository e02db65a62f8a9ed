package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.WorkerOptions;
import io.relaymq.fake.FakeRelay;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.messaging.handler.annotation.Header;

/** Expressions in the annotation of a listener that refer to its own bean. */
class ListenerExpressionsTest {

    static class OfRegion {

        private final String region;
        final RelayListenerErrorHandler forgiving = (delivery, failure) -> {};

        OfRegion(String region) {
            this.region = region;
        }

        public String getRegion() {
            return region;
        }

        public RelayListenerErrorHandler getForgiving() {
            return forgiving;
        }

        @RelayListener(
                subjects = "orders.#{__listener.region}.*",
                subscription = "billing-#{__listener.region}",
                id = "#{__listener.region}",
                concurrency = "#{__listener.region.length()}",
                errorHandler = "#{__listener.forgiving}")
        void handle(@Header(name = "region", defaultValue = "#{__listener.region}") String header) {
            throw new IllegalStateException("forgiven in " + header);
        }
    }

    private static WorkerOptions options(AssertableApplicationContext context, String id) {
        return context.getBean(RelayListenerRegistry.class).listener(id).options();
    }

    @Test
    void each_bean_of_a_class_has_attributes_of_its_own() {
        ListenerContext.runner()
                .withBean("north", OfRegion.class, () -> new OfRegion("north"))
                .withBean("eu", OfRegion.class, () -> new OfRegion("eu"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(options(context, "eu").patterns()).containsExactly("orders.eu.*");
                    assertThat(options(context, "eu").subscription()).isEqualTo("billing-eu");
                    assertThat(options(context, "eu").concurrency()).isEqualTo(2);
                    assertThat(options(context, "north").patterns()).containsExactly("orders.north.*");
                    context.getBean(FakeRelay.class).everMade.get(0).deliver("orders.eu.a", "");
                });
    }

    @Test
    void a_proxied_bean_is_known_by_its_proxy() {
        ListenerContext.runner()
                .withBean("eu", Object.class, () -> {
                    ProxyFactory proxies = new ProxyFactory(new OfRegion("eu"));
                    proxies.setProxyTargetClass(true);
                    return proxies.getProxy();
                })
                .run(context -> assertThat(options(context, "eu").patterns()).containsExactly("orders.eu.*"));
    }

    @Test
    void what_the_bean_does_not_have_fails_the_start_naming_the_attribute() {
        ListenerContext.runner()
                .withBean("wrong", Wrong.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RelayConfigurationException.class)
                        .hasMessageContainingAll("Wrong.handle(", "Attribute 'subjects'", "colour"));
    }

    static class Wrong {
        @RelayListener("#{__listener.colour}")
        void handle() {}
    }
}
