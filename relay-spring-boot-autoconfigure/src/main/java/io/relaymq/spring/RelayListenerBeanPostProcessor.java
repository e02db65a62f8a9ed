package io.relaymq.spring;

import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.core.env.Environment;

/**
 * Finds {@link RelayListener} methods. Touches no other bean until all singletons are there; a bean that is made later has
 * its listeners registered at once.
 */
final class RelayListenerBeanPostProcessor implements BeanPostProcessor, Ordered, SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;
    private final Set<Class<?>> withoutListeners =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private final Queue<ListenerMethod> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean ready;

    RelayListenerBeanPostProcessor(ConfigurableListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    /** Last, so that the bean is the proxy that others see. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof AopInfrastructureBean || ScopedProxyUtils.isScopedTarget(beanName)) {
            return bean;
        }
        Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
        if (withoutListeners.contains(type)) {
            return bean;
        }
        List<ListenerMethod> found = ListenerMethod.of(bean, beanName);
        if (found.isEmpty()) {
            withoutListeners.add(type);
        }
        waiting.addAll(found);
        if (ready) {
            registerWaiting();
        }
        return bean;
    }

    @Override
    public void afterSingletonsInstantiated() {
        ready = true;
        registerWaiting();
    }

    private void registerWaiting() {
        @Nullable ListenerEndpointFactory factory = null;
        for (ListenerMethod method = waiting.poll(); method != null; method = waiting.poll()) {
            RelayListenerRegistry registry = registry(method);
            if (factory == null) {
                factory = factory(registry);
            }
            register(method, factory, registry);
        }
    }

    private static void register(
            ListenerMethod method, ListenerEndpointFactory factory, RelayListenerRegistry registry) {
        try {
            registry.register(factory.create(method));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new RelayConfigurationException(
                    "@RelayListener method " + method + " of bean '" + method.beanName() + "' is not valid: "
                            + e.getMessage(),
                    "Correct the method or its annotation, or define the property it refers to.",
                    e);
        }
    }

    private RelayListenerRegistry registry(ListenerMethod method) {
        ObjectProvider<RelayListenerRegistry> registry = beans.getBeanProvider(RelayListenerRegistry.class);
        RelayListenerRegistry found = registry.getIfAvailable();
        if (found == null) {
            throw new RelayConfigurationException(
                    "@RelayListener method " + method + " cannot receive anything: there is no Relay, because there is"
                            + " no single Redis connection factory.",
                    "Let Spring Boot configure Redis with Lettuce (spring-boot-starter-data-redis), or define a"
                            + " LettuceConnectionFactory; if there are several, mark one as @Primary."
                            + " To run without listeners, set relay.enabled=false.",
                    null);
        }
        return found;
    }

    private ListenerEndpointFactory factory(RelayListenerRegistry registry) {
        TextResolver text = new TextResolver(beans, environment);
        ConversionService conversion = beans.getConversionService();
        ArgumentResolvers arguments = new ArgumentResolvers(
                text, conversion != null ? conversion : DefaultConversionService.getSharedInstance());
        return new ListenerEndpointFactory(text, arguments, registry);
    }
}
