package io.relaymq.boot.autoconfigure.http;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.RelayAutoConfiguration;
import io.relaymq.spring.RelayHttpAuthorizer;
import io.relaymq.spring.RelayOperations;
import io.relaymq.spring.WorkerOptionsCustomizer;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.ServletHttpHandlerAdapter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.server.WebHandler;
import org.springframework.web.server.handler.FilteringWebHandler;

/** Auto-configuration of publishing and server-sent events over HTTP, if {@code relay.http.enabled} says so. */
@AutoConfiguration(after = RelayAutoConfiguration.class)
@ConditionalOnClass({Relay.class, WebHandler.class})
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty("relay.http.enabled")
@ConditionalOnBean({Relay.class, RelayOperations.class})
@EnableConfigurationProperties(RelayHttpProperties.class)
public final class RelayHttpAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RelayHttpAuthorizer relayHttpAuthorizer(RelayHttpProperties properties) {
        return EdgeParts.authorizer(properties);
    }

    @Bean
    HttpEdge relayHttpEdge(
            Relay relay,
            RelayOperations operations,
            RelayHttpProperties properties,
            RelayHttpAuthorizer authorizer,
            ObjectProvider<WorkerOptionsCustomizer> customizers,
            Environment environment) {
        return new EdgeParts(relay, operations, properties, authorizer, environment)
                .edge(customizers.orderedStream().toList());
    }

    /** In a servlet container. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    static class OnServlet {

        @Bean
        ServletRegistrationBean<ServletHttpHandlerAdapter> relayHttpServlet(
                HttpEdge edge, RelayHttpProperties properties) {
            return ServletEdge.servlet(edge, EdgeParts.filters(properties), EdgeParts.path(properties));
        }
    }

    /** In WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    static class OnWebFlux {

        @Bean
        HandlerMapping relayHttpMapping(HttpEdge edge, RelayHttpProperties properties) {
            WebHandler handler = new FilteringWebHandler(edge.handler(), EdgeParts.filters(properties));
            return new SimpleUrlHandlerMapping(
                    Map.of(EdgeParts.path(properties) + "/**", handler), EdgeParts.BEFORE_RESOURCES);
        }
    }

    /** With Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class OnMicrometer {

        @Bean
        HttpMeters relayHttpMeters(HttpEdge edge) {
            return new HttpMeters(edge.streams());
        }
    }
}
