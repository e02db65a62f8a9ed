package io.relaymq.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of an application's {@link io.relaymq.spring.RelayListener} beans: of the scanned components only those that declare a
 * listener are there, with what Relay needs. Each context has a {@code relay.namespace} of its own. Collaborators
 * come by {@code @Import} or as {@code @MockitoBean}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(RelayTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(RelayTypeExcludeFilter.class)
@AutoConfigureRelay
@AutoConfigureRelayTest
public @interface RelayTest {

    /** Properties as {@code key=value}, added before the context starts. Default: none. */
    String[] properties() default {};

    /** Whether beans with listeners are included. Default: true. */
    boolean useDefaultFilters() default true;

    /** Adds components. Default: none. */
    Filter[] includeFilters() default {};

    /** Leaves components out. Default: none. */
    Filter[] excludeFilters() default {};

    /** Leaves auto-configurations out. Default: none. */
    @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
    Class<?>[] excludeAutoConfiguration() default {};
}
