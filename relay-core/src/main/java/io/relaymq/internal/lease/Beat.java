package io.relaymq.internal.lease;

import io.relaymq.internal.store.KeepRequest;

/**
 * A beat on its way.
 *
 * @param request what is sent
 * @param sentAt the process's monotonic time of sending: the lease counts from here
 * @param joining whether this beat begins a lease, so that an earlier lapse does not matter
 * @param life the lease's life it was made in; a lapse ends it
 */
public record Beat(KeepRequest request, long sentAt, boolean joining, long life) {}
