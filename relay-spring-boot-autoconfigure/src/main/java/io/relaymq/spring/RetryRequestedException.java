package io.relaymq.spring;

import io.relaymq.RelayException;

/** Why an attempt has failed if the listener said no more. */
final class RetryRequestedException extends RelayException {

    private static final long serialVersionUID = 1L;

    RetryRequestedException() {
        super("The listener asked for another attempt", null);
    }
}
