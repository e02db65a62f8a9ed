package io.relaymq.boot.autoconfigure.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A response of a servlet container that can become a stream. Spring's own writer flushes only with the next write where the container is not ready, which
 * may be much later for events; this one flushes as soon as the container is.
 */
final class ServletStreamResponse extends HttpServletResponseWrapper {

    private static final Logger log = LoggerFactory.getLogger(ServletStreamResponse.class);

    private final ContainerGuard guard;
    private final Sinks.Empty<Void> ready = Sinks.empty();
    private @Nullable Output output;

    ServletStreamResponse(HttpServletResponse response, ContainerGuard guard) {
        super(response);
        this.guard = guard;
    }

    @Override
    public Output getOutputStream() throws IOException {
        Output made = output;
        if (made == null) {
            made = new Output(super.getOutputStream(), guard, ready::tryEmitEmpty);
            output = made;
        }
        return made;
    }

    /**
     * Completes when the container has the request back. Until then filters before the servlet may still be setting headers on the thread it came
     * in on, and containers do not guard those.
     */
    Mono<Void> ready() {
        return ready.asMono();
    }

    /** Completes when the stream has ended, or cannot be written to. */
    Mono<Void> write(HttpHeaders headers, EventStream stream) {
        return ready().then(Mono.defer(() -> {
            setStatus(HttpServletResponse.SC_OK);
            headers.forEach((name, values) -> values.forEach(value -> addHeader(name, value)));
            try {
                Writer writer = new Writer(getOutputStream(), guard, stream, isJetty());
                getOutputStream().takeOver(writer);
                stream.aborted().doOnTerminate(writer::complete).subscribe();
                writer.advance();
                return writer.done.asMono();
            } catch (IOException e) {
                return Mono.error(e);
            }
        }));
    }

    private boolean isJetty() {
        ServletResponse inner = getResponse();
        while (inner instanceof ServletResponseWrapper wrapper) {
            inner = wrapper.getResponse();
        }
        return inner.getClass().getName().startsWith("org.eclipse.jetty.");
    }

    /** Hands the container's calls to whoever writes now, and lets nobody into the container once the request is over. */
    private static final class Output extends ServletOutputStream implements WriteListener {

        private final ServletOutputStream out;
        private final ContainerGuard guard;
        private final Runnable whenReady;
        private volatile @Nullable WriteListener listener;

        Output(ServletOutputStream out, ContainerGuard guard, Runnable whenReady) {
            this.out = out;
            this.guard = guard;
            this.whenReady = whenReady;
        }

        void takeOver(WriteListener writer) {
            listener = writer;
        }

        @Override
        public boolean isReady() {
            return guard.ask(out::isReady);
        }

        @Override
        public void setWriteListener(WriteListener first) {
            listener = first;
            out.setWriteListener(this);
        }

        @Override
        public void onWritePossible() throws IOException {
            whenReady.run();
            WriteListener current = listener;
            if (current != null) {
                current.onWritePossible();
            }
        }

        @Override
        public void onError(Throwable failure) {
            WriteListener current = listener;
            if (current != null) {
                current.onError(failure);
            }
        }

        @Override
        public void write(int one) throws IOException {
            guard.call(() -> out.write(one));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            guard.call(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            guard.call(out::flush);
        }

        @Override
        public void close() throws IOException {
            guard.call(out::close);
        }
    }

    /** Writes a chunk, flushes it, asks for the next: each when the container is ready. One thread at a time. */
    private static final class Writer implements WriteListener {

        private final Output out;
        private final ContainerGuard guard;
        private final EventStream stream;
        private final boolean completesFailures;
        private final Sinks.Empty<Void> done = Sinks.empty();
        private final AtomicInteger calls = new AtomicInteger();
        private volatile byte @Nullable [] chunk;
        private volatile boolean asking;
        private volatile boolean over;
        private boolean unflushed; // of the thread that advances

        Writer(Output out, ContainerGuard guard, EventStream stream, boolean completesFailures) {
            this.out = out;
            this.guard = guard;
            this.stream = stream;
            this.completesFailures = completesFailures;
        }

        void advance() {
            if (calls.getAndIncrement() > 0) {
                return;
            }
            int seen = 1;
            do {
                try {
                    while (step()) {}
                } catch (IOException | RuntimeException e) {
                    giveUp(e);
                }
                seen = calls.addAndGet(-seen);
            } while (seen > 0);
        }

        /** False if it has to wait: for the container or for the stream, which both call again. */
        private boolean step() throws IOException {
            if (asking || over || !out.isReady()) {
                return false;
            }
            byte[] next = chunk;
            if (next != null) {
                chunk = null;
                out.write(next);
                unflushed = true;
            } else if (unflushed) {
                unflushed = false;
                out.flush();
            } else if (stream.isEnded()) {
                complete();
            } else {
                asking = true;
                stream.next().subscribe(this::arrived, this::giveUp, this::answered);
            }
            return true;
        }

        private void arrived(byte[] next) {
            chunk = next;
        }

        private void answered() {
            asking = false;
            advance();
        }

        @Override
        public void onWritePossible() {
            advance();
        }

        @Override
        public void onError(Throwable failure) {
            giveUp(failure);
        }

        /** Tomcat sees the failure too, and ends the request by itself. Jetty waits for us. */
        private void giveUp(Throwable failure) {
            over = true;
            log.debug("A client of a stream is gone", failure);
            stream.end();
            if (completesFailures) {
                done.tryEmitEmpty();
            }
        }

        /** Ends the request. Also of a client that takes nothing. */
        void complete() {
            over = true;
            guard.complete(done::tryEmitEmpty);
        }
    }
}
