package io.relaymq.boot.autoconfigure.endpoint;

/** What was asked for is not there. */
final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotFoundException(String message) {
        super(message);
    }
}
