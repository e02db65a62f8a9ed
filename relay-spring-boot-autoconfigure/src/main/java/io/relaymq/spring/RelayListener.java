package io.relaymq.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
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
 * @RelayListener("orders.{id}.created")
 * void send(Order order, @DestinationVariable long id, @Header("tenant") String tenant) { ... }
 * }</pre>
 *
 * <p>On a class it makes its {@link RelayHandler} methods the handlers, chosen by subject. It may stand on methods and types of
 * classes and of their interfaces, on annotations of one's own, and several times at one place. The bean must be a singleton.
 *
 * <p>Parameters may be, in any order: the payload (one parameter without annotation, or with {@code @Payload}; its type
 * alone decides how it is read: {@code byte[]}, {@code String}, or any type the {@link io.relaymq.PayloadCodec} reads),
 * {@link RelayMessage}, Spring's {@code Message} and {@code MessageHeaders}, the {@link io.relaymq.Delivery}, {@code @Header} values
 * and {@code @DestinationVariable}s, converted by Spring's conversion service, {@code @Headers Map<String, String>}, and an
 * {@link Acknowledgment} if the {@link #ackMode()} is manual; what a {@link RelayArgumentResolver} bean knows as well. A payload with
 * {@code @Valid} or {@code @Validated} is validated. What cannot be converted or is not valid becomes a dead letter at once.
 *
 * <p>A {@code List} parameter, of payloads, {@code RelayMessage}s, {@code Message}s or {@code Delivery}s, receives what has
 * arrived as one batch; see {@link BatchListenerFailedException}.
 *
 * <p>A {@code CompletionStage}, {@code Mono} or other reactive type of one value is awaited; until it completes the delivery
 * keeps its slot, and no thread. So is a Kotlin {@code suspend} function. Any other result is ignored.
 *
 * <p>In every attribute <code>${…}</code> placeholders and <code>#{…}</code> expressions are resolved when the application
 * starts; what cannot be resolved, or is not valid, fails the start. <code>#{__listener}</code> is the bean. An attribute that is set wins over {@link #properties()}, which
 * win over the {@link #containerFactory()}, {@link WorkerOptionsCustomizer} beans, {@code relay.subscriptions.<name>.*} and
 * {@code relay.*}, in this order.
 *
 * @see RelayListenerRegistry
 */
@Documented
@MessageMapping
@Repeatable(RelayListeners.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface RelayListener {

    /** Alias of {@link #subjects()}. */
    @AliasFor("subjects")
    String[] value() default {};

    /**
     * The patterns of the subjects to receive; none means all. A placeholder or expression may give several, separated by
     * commas or as a collection. A segment <code>{name}</code> is a {@code *} whose text a {@code @DestinationVariable} receives.
     */
    @AliasFor("value")
    String[] subjects() default {};

    /** The broadcast's name; default {@code relay.default-broadcast}. */
    String broadcast() default "";

    /**
     * The durable name of the subscription; processes that use the same name share its deliveries. Default
     * {@code <spring.application.name>.<bean name>.<method name>}, without the method if it stands on a class: give one before you
     * rename any of these, for another name is another subscription.
     */
    String subscription() default "";

    /** Most handlers, or batches, at a time in this process; 1, the default, keeps the order of the log. */
    String concurrency() default "";

    /**
     * Where the subscription begins when it is created: {@code latest} (the default), {@code earliest}, a message id, or an
     * instant such as {@code 2026-11-30T08:00:00Z}.
     */
    String startFrom() default "";

    /** The name in the {@link RelayListenerRegistry}; default {@code <bean name>.<method name>}, or the bean's name if it stands on a class. */
    String id() default "";

    /** Whether it starts with the application, {@code true} or {@code false}; default {@code true}. */
    String autoStartup() default "";

    /**
     * {@code AUTO} (the default): to return settles a delivery. {@code MANUAL}: only its {@link Acknowledgment} does, or an
     * exception.
     */
    String ackMode() default "";

    /** The name of a {@link RelayListenerErrorHandler} bean, or an expression that gives one; default none. */
    String errorHandler() default "";

    /** The name of a {@link RelayListenerContainerFactory} bean, or an expression that gives one; default none. */
    String containerFactory() default "";

    /**
     * Settings of this listener, each as {@code key=value} with a key of {@code relay.subscriptions.<name>.*}, such as
     * {@code lock-duration=1m} or {@code batch-size=50}. A key that does not exist fails the start.
     */
    String[] properties() default {};
}
