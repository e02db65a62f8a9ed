package io.relaymq.spring;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Switches {@link RelayListener} on. Spring Boot imports it by itself; without Boot, import it and define a
 * {@link RelayListenerRegistry}.
 */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public final class RelayListenerConfiguration {

    private static final String PROCESSOR = "io.relaymq.spring.internalRelayListenerProcessor";

    @Bean(PROCESSOR)
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RelayListenerBeanPostProcessor relayListenerProcessor(
            ConfigurableListableBeanFactory beans, Environment environment) {
        return new RelayListenerBeanPostProcessor(beans, environment);
    }
}
