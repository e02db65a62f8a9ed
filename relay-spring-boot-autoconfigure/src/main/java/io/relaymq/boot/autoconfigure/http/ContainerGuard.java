package io.relaymq.boot.autoconfigure.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Keeps a servlet container from ending a request while a thread of ours is inside one of its calls. Tomcat handles a failed write of
 * ours on a thread of its own, at once, and gives the objects of the request to the next one, which what is left of our call would
 * then spoil; it tells its listener before, and the listener waits here until we are out.
 */
final class ContainerGuard implements AsyncListener {

    /** A call to the container. */
    interface Call {

        void run() throws IOException;
    }

    private final ReentrantLock inside = new ReentrantLock();
    private volatile boolean over;

    /** The request, with this listening from the moment on at which it becomes asynchronous. */
    HttpServletRequest listenTo(HttpServletRequest request) {
        return new HttpServletRequestWrapper(request) {
            @Override
            public AsyncContext startAsync() {
                AsyncContext context = super.startAsync();
                context.addListener(ContainerGuard.this);
                return context;
            }
        };
    }

    /** @throws IOException if the call fails, after which there is none any more, or the request is over */
    void call(Call call) throws IOException {
        inside.lock();
        try {
            if (over) {
                throw new IOException("the request is over");
            }
            call.run();
        } catch (IOException | RuntimeException e) {
            over = true;
            throw e;
        } finally {
            inside.unlock();
        }
    }

    /** Whether the request lives and the answer is yes. */
    boolean ask(BooleanSupplier question) {
        inside.lock();
        try {
            return !over && question.getAsBoolean();
        } finally {
            inside.unlock();
        }
    }

    private void end() {
        inside.lock();
        over = true;
        inside.unlock();
    }

    /** Completes the request for good, unless it is over: it could be another one by now. */
    void complete(Runnable completion) {
        inside.lock();
        try {
            if (!over) {
                over = true;
                completion.run();
            }
        } finally {
            inside.unlock();
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    /** Does not wait: the container may hold a lock that a call needs. None is under way, since it was we who completed it, or told us of an error. */
    @Override
    public void onComplete(AsyncEvent event) {
        over = true;
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
