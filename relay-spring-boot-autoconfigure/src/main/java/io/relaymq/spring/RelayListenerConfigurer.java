package io.relaymq.spring;

/** A bean that adds listeners which no annotation declares, when the application starts. */
@FunctionalInterface
public interface RelayListenerConfigurer {

    /** Called once, after all singletons are made, for {@link RelayListenerRegistry#register(RelayListenerEndpoint)}. */
    void configure(RelayListenerRegistry registry);
}
