package io.relaymq.benchmarks.edge;

import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the edge runs on. */
public enum WebServer {
    /** With WebFlux. */
    NETTY(WebApplicationType.REACTIVE, OnNetty.class),
    /** With Web MVC. */
    JETTY(WebApplicationType.SERVLET, OnJetty.class),
    /** With Web MVC. */
    TOMCAT(WebApplicationType.SERVLET, OnTomcat.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class OnNetty {

        @Bean
        NettyReactiveWebServerFactory netty() {
            return new NettyReactiveWebServerFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OnJetty {

        @Bean
        JettyServletWebServerFactory jetty() {
            return new JettyServletWebServerFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OnTomcat {

        @Bean
        TomcatServletWebServerFactory tomcat() {
            return new TomcatServletWebServerFactory();
        }
    }

    private final WebApplicationType type;
    private final Class<?> configuration;

    WebServer(WebApplicationType type, Class<?> configuration) {
        this.type = type;
        this.configuration = configuration;
    }

    /** An application in this process. */
    ConfigurableApplicationContext start(Map<String, Object> properties) {
        return new SpringApplicationBuilder(Application.class, configuration)
                .web(type)
                .properties(properties)
                .run();
    }
}
