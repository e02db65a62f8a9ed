package io.relaymq.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * One of several methods of a class with {@link RelayListener}: the subject of a delivery decides which one is called.
 *
 * <pre>{@code
 * @RelayListener(subjects = "orders.>", subscription = "billing")
 * class Billing {
 *     @RelayHandler("orders.{id}.paid")
 *     void paid(Payment payment, @DestinationVariable long id) { ... }
 *
 *     @RelayHandler(isDefault = true)
 *     void other(Delivery delivery) { ... }
 * }
 * }</pre>
 *
 * <p>Of every subject that the listener can receive exactly one method must be in charge. If two would take the same subject, or
 * none would and there is no default, the start fails and names the methods and such a subject. A delivery that reaches none all
 * the same (the subscription had other patterns when it was stored) becomes a dead letter at once.
 */
@Documented
@MessageMapping
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface RelayHandler {

    /** Alias of {@link #subjects()}. */
    @AliasFor("subjects")
    String[] value() default {};

    /**
     * The patterns of the subjects that this method takes, as in {@link RelayListener#subjects()} but without exclusions. None
     * is right for the default only.
     */
    @AliasFor("value")
    String[] subjects() default {};

    /** Whether this method takes what no other does; at most one of a class. */
    boolean isDefault() default false;
}
