package io.relaymq.internal.lease.model;

/** Sees what becomes of deliveries without the doing of those who hold them. */
interface Watch {

    /** A delivery is taken from whoever holds it under this run number (0 = a copy in the inbox). */
    void takenAway(String id, long run);

    /** It became a dead letter because it stalled too often. */
    void buriedAsStalled(String id);
}
