package io.relaymq.samples.outbox;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The order and its event are in the database together, or neither is. */
@Service
public class Orders {

    private final JdbcClient database;
    private final ApplicationEventPublisher events;

    public Orders(JdbcClient database, ApplicationEventPublisher events) {
        this.database = database;
        this.events = events;
    }

    @Transactional
    public void place(int number, String item) {
        events.publishEvent(new OrderPlaced(number, item));
        database.sql("insert into orders (number, item) values (?, ?)")
                .params(number, item)
                .update();
    }
}
