package io.relaymq.spring;

import java.util.Collections;
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
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Finds {@link RelayListener} methods. Touches no other bean until all singletons are there; a bean that is made later has
 * its listeners registered at once. It has no order, and so comes after all that have one: it sees the proxies that they make.
 */
final class RelayListenerBeanPostProcessor implements BeanPostProcessor, SmartInitializingSingleton {

    private record Candidate(Object bean, String name, Class<?> type) {}

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;
    private final Set<Class<?>> withoutListeners =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private final Queue<Candidate> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean ready;

    RelayListenerBeanPostProcessor(ConfigurableListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
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
        if (!ListenerScanner.hasListeners(type)) {
            withoutListeners.add(type);
            return bean;
        }
        waiting.add(new Candidate(bean, beanName, type));
        if (ready) {
            registerWaiting();
        }
        return bean;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanDefinitionNames()) {
            BeanDefinition definition = beans.getMergedBeanDefinition(name);
            if (!definition.isAbstract() && !definition.isSingleton()) {
                requireNone(name, definition.getScope());
            }
        }
        ready = true;
        registerWaiting();
        beans.getBeanProvider(RelayListenerConfigurer.class)
                .orderedStream()
                .forEach(configurer -> configurer.configure(registry("a RelayListenerConfigurer")));
    }

    /** Which of its instances were to receive? And who would stop them? */
    private void requireNone(String name, @Nullable String scope) {
        Class<?> type = beans.getType(name, false);
        if (type != null && ListenerScanner.hasListeners(type)) {
            throw new RelayConfigurationException(
                    "Bean '" + name + "' of class " + type.getName() + " has @RelayListener methods and the scope '"
                            + scope + "': it is not clear which of its instances should receive a message.",
                    "Make it a singleton, or move the listener to a singleton that asks for the bean.",
                    null);
        }
    }

    private void registerWaiting() {
        @Nullable ListenerServices services = null;
        for (Candidate found = waiting.poll(); found != null; found = waiting.poll()) {
            RelayListenerRegistry registry = registry("class " + found.type().getName());
            if (beans.containsBeanDefinition(found.name()) && !beans.isSingleton(found.name())) {
                requireNone(
                        found.name(),
                        beans.getMergedBeanDefinition(found.name()).getScope());
            }
            if (services == null) {
                services = ListenerServices.of(beans, environment);
            }
            register(found, services, registry);
        }
    }

    private static void register(Candidate found, ListenerServices services, RelayListenerRegistry registry) {
        ListenerEndpointFactory factory =
                new ListenerEndpointFactory(services.forListener(found.bean()), registry.settings());
        Object place = found.type().getName();
        try {
            for (ListenerDeclaration declared : ListenerScanner.listeners(found.bean(), found.name(), found.type())) {
                place = declared;
                registry.register(factory.create(declared));
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new RelayConfigurationException(
                    "@RelayListener " + place + " of bean '" + found.name() + "' is not valid: " + e.getMessage(),
                    "Correct the method or its annotation, or define the property it refers to.",
                    e);
        }
    }

    private RelayListenerRegistry registry(String who) {
        ObjectProvider<RelayListenerRegistry> registry = beans.getBeanProvider(RelayListenerRegistry.class);
        RelayListenerRegistry found = registry.getIfAvailable();
        if (found == null) {
            throw new RelayConfigurationException(
                    "The listeners of " + who + " cannot receive anything: there is no Relay, because there is"
                            + " no single Redis connection factory.",
                    "Let Spring Boot configure Redis with Lettuce (spring-boot-starter-data-redis), or define a"
                            + " LettuceConnectionFactory; if there are several, mark one as @Primary."
                            + " To run without listeners, set relay.enabled=false.",
                    null);
        }
        return found;
    }
}
