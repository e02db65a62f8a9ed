package io.relaymq.boot.http;

import io.relaymq.embedded.RedisProcess;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The web servers that the edge must run on, each in an application with its defaults. */
enum EdgeServer {
    TOMCAT(WebApplicationType.SERVLET, OnTomcat.class),
    JETTY(WebApplicationType.SERVLET, OnJetty.class),
    NETTY(WebApplicationType.REACTIVE, OnNetty.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class OnTomcat {

        @Bean
        TomcatServletWebServerFactory tomcat() {
            return new TomcatServletWebServerFactory();
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
    static class OnNetty {

        @Bean
        NettyReactiveWebServerFactory netty() {
            return new NettyReactiveWebServerFactory();
        }
    }

    private final WebApplicationType type;
    private final Class<?> server;

    EdgeServer(WebApplicationType type, Class<?> server) {
        this.type = type;
        this.server = server;
    }

    /** An application with the edge open, in a namespace of its own unless a property says otherwise. */
    EdgeApplication start(RedisProcess redis, String... properties) {
        return start(redis, new Class<?>[0], properties);
    }

    EdgeApplication start(RedisProcess redis, Class<?>[] sources, String... properties) {
        return start(redis.port(), sources, properties);
    }

    EdgeApplication start(int redisPort, Class<?>[] sources, String... properties) {
        Stream<String> defaults = Stream.of(
                "relay.http.enabled=true",
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + redisPort,
                "spring.main.banner-mode=off",
                "management.endpoints.web.exposure.include=*");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .sources(server)
                .sources(sources)
                .web(type)
                .registerShutdownHook(false)
                .properties("relay.namespace=edge-" + UUID.randomUUID())
                .run(Stream.concat(defaults, Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
        return new EdgeApplication(context);
    }
}
