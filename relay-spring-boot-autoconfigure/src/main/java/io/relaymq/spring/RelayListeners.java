package io.relaymq.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.messaging.handler.annotation.MessageMapping;

/** Several {@link RelayListener}s at one place. Written by the compiler where the annotation is repeated. */
@Documented
@MessageMapping
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface RelayListeners {

    /** The listeners, each with an id and a subscription of its own. */
    RelayListener[] value();
}
