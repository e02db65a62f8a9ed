package io.relaymq.boot.autoconfigure.http;

import io.relaymq.LogPage;
import io.relaymq.LoggedMessage;
import io.relaymq.RetainedValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the clients of a tail are sent. */
final class TailFrames {

    private TailFrames() {}

    static Frame message(LoggedMessage message) {
        byte[] json = EdgeJson.event(
                message.id(),
                message.subject(),
                message.data(),
                message.publishedAt().toEpochMilli(),
                false);
        return Frame.event("message", message.id(), json, null);
    }

    /** Without an id: a client that is cut off among them begins anew. */
    static Frame retained(RetainedValue value) {
        byte[] json = EdgeJson.event(
                value.id(), value.subject(), value.data(), value.publishedAt().toEpochMilli(), true);
        return Frame.event("message", null, json, null);
    }

    /** Moves the cursor to just before what is left, so that a gap is told once. */
    static Frame gap(Cursor after, LogPage page, Numbers.Missed missed) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("count", missed.count());
        members.put("exact", missed.exact());
        members.put("after", after.toString());
        String cursor = null;
        if (!page.messages().isEmpty()) {
            String first = page.messages().get(0).id();
            members.put("before", first);
            cursor = Cursor.of(first).predecessor().toString();
        }
        return Frame.event("gap", cursor, EdgeJson.write(members), null);
    }
}
