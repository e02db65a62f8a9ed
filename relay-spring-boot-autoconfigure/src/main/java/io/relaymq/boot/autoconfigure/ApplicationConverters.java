package io.relaymq.boot.autoconfigure;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.messaging.converter.MessageConverter;

/** The message converters that the application defines. Those that Spring defines, for websockets say, are not meant for Relay. */
final class ApplicationConverters {

    private ApplicationConverters() {}

    /** In their order. */
    static List<MessageConverter> of(ConfigurableListableBeanFactory beans) {
        Set<MessageConverter> ofSpring = Collections.newSetFromMap(new IdentityHashMap<>());
        for (String name : beans.getBeanNamesForType(MessageConverter.class, true, false)) {
            if (isOfSpring(beans, name)) {
                ofSpring.add(beans.getBean(name, MessageConverter.class));
            }
        }
        return beans.getBeanProvider(MessageConverter.class)
                .orderedStream()
                .filter(converter -> !ofSpring.contains(converter))
                .toList();
    }

    private static boolean isOfSpring(ConfigurableListableBeanFactory beans, String name) {
        if (!beans.containsBeanDefinition(name)
                || !(beans.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition)) {
            return false;
        }
        Method factory = definition.getResolvedFactoryMethod();
        return factory != null && factory.getDeclaringClass().getPackageName().startsWith("org.springframework.");
    }
}
