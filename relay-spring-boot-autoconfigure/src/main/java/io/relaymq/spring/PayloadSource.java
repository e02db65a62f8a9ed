package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.PayloadCodec;
import java.lang.reflect.Type;
import org.springframework.beans.factory.BeanFactory;

/** How the payload of a delivery is read for a listener. */
@FunctionalInterface
interface PayloadSource {

    /**
     * @throws io.relaymq.PayloadException if it cannot be read as that type
     */
    Object payload(Delivery delivery, Type type);

    /** By the application's converters, which look at headers; without any, as the Relay itself reads. */
    static PayloadSource of(BeanFactory beans) {
        return beans.getBeanProvider(PayloadCodec.class).getIfUnique() instanceof MessageConverterCodec converters
                ? converters::decode
                : Delivery::payload;
    }
}
