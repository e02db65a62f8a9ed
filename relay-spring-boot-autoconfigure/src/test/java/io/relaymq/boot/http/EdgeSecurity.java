package io.relaymq.boot.http;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;

/** Logins as an application would have them. */
final class EdgeSecurity {

    private EdgeSecurity() {}

    private static UserDetails user(String name, String role) {
        return User.withUsername(name).password("{noop}secret").roles(role).build();
    }

    private static UserDetails[] users() {
        return new UserDetails[] {
            user("alice", "USER"), user("bo.b", "USER"), user("boss", "ADMIN"), user("guest", "GUEST")
        };
    }

    /** As the page on HTTP has it. */
    @Configuration(proxyBeanMethods = false)
    static class OnServlet {

        @Bean
        SecurityFilterChain edge(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(withDefaults())
                    .csrf(csrf -> csrf.ignoringRequestMatchers("/broadcast/**"))
                    .build();
        }

        @Bean
        InMemoryUserDetailsManager users() {
            return new InMemoryUserDetailsManager(EdgeSecurity.users());
        }
    }

    /** As the page on HTTP has it. */
    @Configuration(proxyBeanMethods = false)
    static class OnWebFlux {

        @Bean
        SecurityWebFilterChain edge(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                    .httpBasic(withDefaults())
                    .csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .build();
        }

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(EdgeSecurity.users());
        }
    }

    /** With Spring Security's defaults, which protect a POST. */
    @Configuration(proxyBeanMethods = false)
    static class WithCsrf {

        @Bean
        SecurityFilterChain edge(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(withDefaults())
                    .build();
        }

        @Bean
        InMemoryUserDetailsManager users() {
            return new InMemoryUserDetailsManager(EdgeSecurity.users());
        }
    }

    /** For a page that sends the token back. */
    @Configuration(proxyBeanMethods = false)
    static class WithCsrfForPages {

        @Bean
        SecurityFilterChain edge(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(
                            requests -> requests.requestMatchers(HttpMethod.GET, "/broadcast/openapi.json")
                                    .permitAll()
                                    .anyRequest()
                                    .authenticated())
                    .httpBasic(withDefaults())
                    .csrf(csrf -> csrf.spa())
                    .build();
        }

        @Bean
        InMemoryUserDetailsManager users() {
            return new InMemoryUserDetailsManager(EdgeSecurity.users());
        }
    }

    /** The logins for a server. */
    static Class<?> on(EdgeServer server) {
        return server == EdgeServer.NETTY ? OnWebFlux.class : OnServlet.class;
    }
}
