package io.relaymq.spring;

import java.util.List;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.core.env.Environment;

/** What the application provides for the calling of methods. */
record ListenerServices(
        TextResolver text,
        ConversionService conversion,
        PayloadValidator validator,
        PayloadSource payloads,
        List<RelayArgumentResolver> resolvers,
        List<RelayInstrumentation> instrumentations) {

    /** The same, where expressions know the listener's bean. */
    ListenerServices forListener(Object bean) {
        return new ListenerServices(text.of(bean), conversion, validator, payloads, resolvers, instrumentations);
    }

    static ListenerServices of(ConfigurableListableBeanFactory beans, Environment environment) {
        ConversionService conversion = beans.getConversionService();
        return new ListenerServices(
                new TextResolver(beans, environment),
                conversion != null ? conversion : DefaultConversionService.getSharedInstance(),
                new PayloadValidator(beans),
                PayloadSource.of(beans),
                beans.getBeanProvider(RelayArgumentResolver.class)
                        .orderedStream()
                        .toList(),
                beans.getBeanProvider(RelayInstrumentation.class)
                        .orderedStream()
                        .toList());
    }
}
