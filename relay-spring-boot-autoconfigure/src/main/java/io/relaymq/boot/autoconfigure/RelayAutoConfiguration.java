package io.relaymq.boot.autoconfigure;

import io.lettuce.core.RedisClient;
import io.relaymq.JsonCodec;
import io.relaymq.PayloadCodec;
import io.relaymq.Relay;
import io.relaymq.RelayObserver;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.spring.DeliveryInterceptor;
import io.relaymq.spring.MessageConverterCodec;
import io.relaymq.spring.PublishInterceptor;
import io.relaymq.spring.RelayInstrumentation;
import io.relaymq.spring.RelayListenerConfiguration;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayListenerSettings;
import io.relaymq.spring.RelayOperations;
import io.relaymq.spring.RelayTemplate;
import io.relaymq.spring.WorkerOptionsCustomizer;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.messaging.converter.MessageConverter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration of a {@link Relay} on the application's own Lettuce connection, of {@link RelayTemplate} and of
 * {@link io.relaymq.spring.RelayListener} methods. That Redis cannot be reached is no reason not to start.
 */
@AutoConfiguration(
        after = DataRedisAutoConfiguration.class,
        afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnClass({Relay.class, RedisClient.class, RedisConnectionFactory.class})
@ConditionalOnBooleanProperty(name = "relay.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RelayProperties.class)
@Import(RelayListenerConfiguration.class)
public final class RelayAutoConfiguration {

    @Bean
    static LazyInitializationExcludeFilter relayListenerLazyInitializationExcludeFilter() {
        return new ListenerLazyInitializationExcludeFilter();
    }

    @Bean
    RelayPropertiesMapper relayPropertiesMapper(RelayProperties properties, ConfigurableListableBeanFactory beans) {
        return new RelayPropertiesMapper(properties, new FailureClasses(beans.getBeanClassLoader()));
    }

    /** Destroyed after the Relay that depends on it. */
    @Bean(destroyMethod = "close")
    ApplicationEvents relayApplicationEvents(ApplicationEventPublisher publisher) {
        return new ApplicationEvents(publisher);
    }

    @Bean
    @ConditionalOnMissingBean(PayloadCodec.class)
    PayloadCodec relayPayloadCodec(ObjectProvider<JsonMapper> mapper, ConfigurableListableBeanFactory beans) {
        JsonMapper ofApplication = mapper.getIfUnique();
        JsonCodec json = ofApplication == null ? new JsonCodec() : new JsonCodec(ofApplication);
        List<MessageConverter> converters = ApplicationConverters.of(beans);
        return converters.isEmpty() ? json : new MessageConverterCodec(converters, json);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(Relay.class)
    @ConditionalOnSingleCandidate(RedisConnectionFactory.class)
    LifecycleRelay relay(
            RedisConnectionFactory factory,
            ObjectProvider<DataRedisConnectionDetails> details,
            RelayPropertiesMapper properties,
            PayloadCodec codec,
            ApplicationEvents events,
            ObjectProvider<RelayObserver> observers,
            ObjectProvider<RelayInstrumentation> instrumentations,
            Environment environment) {
        RelayBuilder builder = NativeClient.relayOn(factory, details.getIfAvailable())
                .options(properties.options())
                .codec(codec)
                .observer(new CompositeObserver(Stream.concat(observers.orderedStream(), Stream.of(events.observer()))
                        .toList()));
        if (Threading.VIRTUAL.isActive(environment)) {
            builder.handlerExecutor(new VirtualThreadTaskExecutor("relay-handler-"));
        }
        return new LifecycleRelay(
                builder::build,
                new Instrumentations(instrumentations.orderedStream().toList()));
    }

    @Bean
    @ConditionalOnBean(Relay.class)
    @ConditionalOnMissingBean(RelayOperations.class)
    RelayTemplate relayTemplate(
            Relay relay,
            RelayPropertiesMapper properties,
            PayloadCodec codec,
            ObjectProvider<PublishInterceptor> interceptors) {
        return new RelayTemplate(
                relay,
                properties.defaultBroadcast(),
                codec,
                interceptors.orderedStream().toList());
    }

    @Bean
    @ConditionalOnBean(Relay.class)
    @ConditionalOnMissingBean
    RelayListenerRegistry relayListenerRegistry(
            Relay relay,
            RelayPropertiesMapper properties,
            ObjectProvider<WorkerOptionsCustomizer> customizers,
            ObjectProvider<DeliveryInterceptor> interceptors,
            Environment environment) {
        SimpleAsyncTaskExecutor batches = new SimpleAsyncTaskExecutor("relay-batch-");
        batches.setVirtualThreads(Threading.VIRTUAL.isActive(environment));
        return new RelayListenerRegistry(
                relay,
                new RelayListenerSettings(
                        properties.defaultBroadcast(),
                        customizers.orderedStream().toList(),
                        interceptors.orderedStream().toList(),
                        properties,
                        batches));
    }
}
