package io.relaymq.spring;

import io.relaymq.PayloadException;

/** A payload was read but is not valid; the message names the fields. It makes a dead letter at once. */
public final class InvalidPayloadException extends PayloadException {

    private static final long serialVersionUID = 1L;

    public InvalidPayloadException(String message) {
        super(message);
    }
}
