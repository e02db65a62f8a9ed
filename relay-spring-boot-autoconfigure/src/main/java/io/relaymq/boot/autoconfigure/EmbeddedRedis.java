package io.relaymq.boot.autoconfigure;

import io.relaymq.embedded.RedisProcess;
import io.relaymq.embedded.RedisStartException;
import io.relaymq.spring.RelayConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;

/**
 * The server of an application that configured none. It ends after the context has closed, and, should nobody close the
 * context, when the JVM ends: Boot's own shutdown hook closes all contexts first and calls handlers then.
 */
final class EmbeddedRedis implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedis.class);

    private final RedisProcess process;
    private final Runnable atShutdown;

    private EmbeddedRedis(RedisProcess process) {
        this.process = process;
        this.atShutdown = process::close;
        SpringApplication.getShutdownHandlers().add(atShutdown);
    }

    static EmbeddedRedis start() {
        try {
            RedisProcess process =
                    RedisProcess.builder().killAtJvmExit(false).ownSession().start();
            log.info(
                    "No Redis is configured: started {} on {}:{}, in memory, until the application ends",
                    process.binary().description(),
                    process.host(),
                    process.port());
            return new EmbeddedRedis(process);
        } catch (RedisStartException e) {
            throw new RelayConfigurationException(
                    "No Redis is configured, and the embedded one cannot be started. " + e.getMessage(),
                    "Set spring.data.redis.host, or install redis-server or valkey-server on the PATH."
                            + " To start no embedded Redis, set relay.embedded.enabled=false.",
                    e);
        }
    }

    String host() {
        return process.host();
    }

    int port() {
        return process.port();
    }

    @Override
    public void close() {
        process.close();
        try {
            SpringApplication.getShutdownHandlers().remove(atShutdown);
        } catch (IllegalStateException e) {
            log.trace("Shutdown is under way, and the handler finds nothing left to do", e);
        }
    }
}
