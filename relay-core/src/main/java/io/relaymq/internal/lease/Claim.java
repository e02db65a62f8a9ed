package io.relaymq.internal.lease;

import io.relaymq.internal.store.Token;

/** What a settle was sent with. If the delivery has another claim when the answer comes, it came back meanwhile. For internal use. */
public record Claim(Token token, String epoch) {}
