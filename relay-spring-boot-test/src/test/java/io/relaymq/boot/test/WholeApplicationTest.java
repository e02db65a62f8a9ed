package io.relaymq.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.relaymq.boot.test.OrdersApplication.Ledger;
import io.relaymq.boot.test.OrdersApplication.Order;
import io.relaymq.embedded.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

class WholeApplicationTest {

    static RedisProcess server;

    @BeforeAll
    static void start() {
        server = RedisProcess.builder().start();
        System.setProperty("spring.data.redis.host", server.host());
        System.setProperty("spring.data.redis.port", String.valueOf(server.port()));
    }

    @AfterAll
    static void stop() {
        System.clearProperty("spring.data.redis.host");
        System.clearProperty("spring.data.redis.port");
        server.close();
    }

    @Test
    void contexts_on_one_server_do_not_meet() throws Exception {
        First first = prepared(new First());
        Second second = prepared(new Second());
        try {
            first.scenario
                    .publish("orders.1.created", new Order(1))
                    .forSubscription("billing")
                    .toBeHandled();
            second.scenario
                    .publish("orders.2.created", new Order(2))
                    .forSubscription("billing")
                    .toBeHandled();
            verify(first.ledger).book(1);
            verify(first.ledger, never()).book(2);
            verify(second.ledger).book(2);
            verify(second.ledger, never()).book(1);
            assertThat(first.context.getBean(NotOfTheSlice.class)).isNotNull();
        } finally {
            ((ConfigurableApplicationContext) first.context).close();
            ((ConfigurableApplicationContext) second.context).close();
        }
    }

    private static <T> T prepared(T test) throws Exception {
        new TestContextManager(test.getClass()).prepareTestInstance(test);
        return test;
    }

    abstract static class Whole {

        @Autowired
        RelayScenario scenario;

        @Autowired
        ApplicationContext context;

        @MockitoSpyBean
        Ledger ledger;

        @TestConfiguration
        static class Ledgers {

            @Bean
            Ledger ledger() {
                return new PaperLedger();
            }
        }
    }

    @SpringBootTest(
            classes = {OrdersApplication.class, Whole.Ledgers.class},
            properties = "context=first")
    @AutoConfigureRelayTest
    static class First extends Whole {}

    @SpringBootTest(
            classes = {OrdersApplication.class, Whole.Ledgers.class},
            properties = "context=second")
    @AutoConfigureRelayTest
    static class Second extends Whole {}

    static class PaperLedger implements Ledger {

        @Override
        public void book(int id) {}
    }
}
