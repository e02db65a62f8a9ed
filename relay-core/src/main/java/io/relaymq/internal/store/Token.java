package io.relaymq.internal.store;

/**
 * Names what a consumer holds. For internal use.
 *
 * @param id the message's id
 * @param run the run number under which it was taken from wait; 0 for a copy in the inbox
 */
public record Token(String id, long run) {

    /** As the scripts know it: {@code id} or {@code id/run}. */
    public String text() {
        return run == 0 ? id : id + "/" + run;
    }
}
