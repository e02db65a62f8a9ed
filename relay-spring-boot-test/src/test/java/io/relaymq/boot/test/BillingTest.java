package io.relaymq.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verify;

import io.relaymq.boot.test.OrdersApplication.Ledger;
import io.relaymq.boot.test.OrdersApplication.Order;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@RelayTest
class BillingTest {

    @MockitoBean
    Ledger ledger;

    @Test
    void a_listener_handles(@Autowired RelayScenario scenario, @Autowired PublishedMessages published) {
        scenario.publish("orders.1.created", new Order(1))
                .andWaitAtMost(Duration.ofSeconds(20))
                .forSubscription("billing")
                .toBeHandled();
        verify(ledger).book(1);
        assertThat(published.subjects()).contains("orders.1.created");
    }
}
