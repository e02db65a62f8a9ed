package io.relaymq.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Makes a method of a bean the handler of a durable subscription: it receives every message whose subject matches, at
 * least once, also those published while the application was down. To return settles a delivery; to throw retries it.
 *
 * <pre>{@code
 * @RelayListener("orders.*.created")
 * void send(Order order, Delivery delivery, @Header("tenant") String tenant) { ... }
 * }</pre>
 *
 * <p>Parameters may be, in any order: the payload (one parameter without annotation, or with {@code @Payload}; its type
 * alone decides how it is read: {@code byte[]}, {@code String}, or any type the {@link io.relaymq.PayloadCodec} reads), the
 * {@link io.relaymq.Delivery}, {@code @Header("name")} values, converted by Spring's conversion service, and
 * {@code @Headers Map<String, String>}. What cannot be converted becomes a dead letter at once.
 *
 * <p>In every attribute <code>${…}</code> placeholders and <code>#{…}</code> expressions are resolved when the application
 * starts; what cannot be resolved, or is not valid, fails the start. An attribute that is set wins over
 * {@code relay.subscriptions.<name>.*}, which wins over {@code relay.*}.
 *
 * @see RelayListenerRegistry
 */
@Documented
@MessageMapping
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface RelayListener {

    /** Alias of {@link #subjects()}. */
    @AliasFor("subjects")
    String[] value() default {};

    /**
     * The patterns of the subjects to receive; none means all. A placeholder or expression may give several, separated by
     * commas or as a collection.
     */
    @AliasFor("value")
    String[] subjects() default {};

    /** The broadcast's name; default {@code relay.default-broadcast}. */
    String broadcast() default "";

    /**
     * The durable name of the subscription; processes that use the same name share its deliveries. Default
     * {@code <spring.application.name>.<bean name>.<method name>}: give one before you rename any of these, for another name
     * is another subscription.
     */
    String subscription() default "";

    /** Most handlers at a time in this process; 1, the default, keeps the order of the log. */
    String concurrency() default "";

    /**
     * Where the subscription begins when it is created: {@code latest} (the default), {@code earliest}, a message id, or an
     * instant such as {@code 2026-11-30T08:00:00Z}.
     */
    String startFrom() default "";

    /** The name in the {@link RelayListenerRegistry}; default {@code <bean name>.<method name>}. */
    String id() default "";

    /** Whether it starts with the application, {@code true} or {@code false}; default {@code true}. */
    String autoStartup() default "";
}
