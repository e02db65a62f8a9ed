package io.relaymq.boot.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.springframework.util.ClassUtils;
import org.testcontainers.containers.Container;

/** Knows the images of Valkey, so that {@code @ServiceConnection} needs no name. Spring Boot knows those of Redis alone. */
final class ValkeyContainerConnectionDetailsFactory
        extends ContainerConnectionDetailsFactory<Container<?>, DataRedisConnectionDetails> {

    private static final List<String> IMAGES = List.of("valkey/valkey", "valkey/valkey-bundle");
    private static final int PORT = 6379;

    /** Spring Boot takes these whatever their image is. */
    private static final List<String> OF_BOOT =
            List.of("com.redis.testcontainers.RedisContainer", "com.redis.testcontainers.RedisStackContainer");

    ValkeyContainerConnectionDetailsFactory() {
        super(IMAGES);
    }

    @Override
    protected boolean sourceAccepts(
            ContainerConnectionSource<Container<?>> source, Class<?> containerType, Class<?> detailsType) {
        return super.sourceAccepts(source, containerType, detailsType)
                && OF_BOOT.stream().noneMatch(type -> isOf(source, type, detailsType));
    }

    private static boolean isOf(ContainerConnectionSource<Container<?>> source, String type, Class<?> detailsType) {
        ClassLoader loader = source.getClass().getClassLoader();
        return ClassUtils.isPresent(type, loader)
                && source.accepts(ANY_CONNECTION_NAME, ClassUtils.resolveClassName(type, loader), detailsType);
    }

    @Override
    protected DataRedisConnectionDetails getContainerConnectionDetails(ContainerConnectionSource<Container<?>> source) {
        return new Details(source);
    }

    private static final class Details extends ContainerConnectionDetails<Container<?>>
            implements DataRedisConnectionDetails {

        Details(ContainerConnectionSource<Container<?>> source) {
            super(source);
        }

        @Override
        public @Nullable SslBundle getSslBundle() {
            return super.getSslBundle();
        }

        @Override
        public Standalone getStandalone() {
            return Standalone.of(getContainer().getHost(), getContainer().getMappedPort(PORT));
        }
    }
}
