package io.relaymq.campaign;

import static io.relaymq.campaign.Fault.RedisMayLose.THE_LAST_SECONDS;
import static io.relaymq.campaign.Fault.RedisMayLose.WHAT_WAS_THERE;
import static io.relaymq.campaign.Setup.PLAIN;

import io.relaymq.campaign.Fault.RedisMayLose;
import io.relaymq.campaign.Fault.Toll;
import io.relaymq.embedded.AppendFsync;
import java.util.List;
import java.util.function.Consumer;

/** All faults, in the order of the table. */
final class Faults {

    private static final int HANGING = 4;

    private Faults() {}

    static final List<Fault> ALL = List.of(
            new Fault("none", "none", PLAIN, Toll.NONE, rig -> Pause.millis(rig.faultMillis())),
            new Fault("kill", "kill -9 of a consumer", PLAIN, Toll.DUPLICATES, Faults::kill),
            new Fault("rolling", "SIGTERM, one consumer after the other", PLAIN, Toll.NONE, Faults::rolling),
            new Fault("poison", "a message that ends its process each time", PLAIN, dead(1), Faults::poison),
            new Fault(
                    "stop-consumer", "SIGSTOP of a consumer, 2.5 x lock", PLAIN, Toll.DUPLICATES, Faults::stopConsumer),
            new Fault("publisher", "kill -9 of the publisher", PLAIN, Toll.NONE, Faults::killPublisher),
            new Fault("stop-redis", "SIGSTOP of Redis, 10 s", PLAIN, Toll.DUPLICATES, Faults::stopRedis),
            new Fault(
                    "restart",
                    "restart of Redis, AOF always",
                    disk(AppendFsync.ALWAYS),
                    Toll.DUPLICATES,
                    Faults::restart),
            new Fault(
                    "restart-everysec",
                    "restart of Redis, AOF everysec",
                    disk(AppendFsync.EVERYSEC),
                    Toll.DUPLICATES,
                    Faults::restart),
            new Fault(
                    "crash", "kill -9 of Redis, AOF always", disk(AppendFsync.ALWAYS), Toll.DUPLICATES, Faults::crash),
            new Fault(
                    "crash-everysec",
                    "kill -9 of Redis, AOF everysec",
                    disk(AppendFsync.EVERYSEC),
                    Toll.redis(THE_LAST_SECONDS),
                    Faults::crash),
            new Fault("cut", "RST of all connections every second", PLAIN.throughLink(), Toll.DUPLICATES, Faults::cut),
            new Fault(
                    "half-open", "half-open connections, 15 s", PLAIN.throughLink(), Toll.DUPLICATES, Faults::halfOpen),
            new Fault("scripts", "SCRIPT FLUSH every 100 ms", PLAIN, Toll.NONE, Faults::flushScripts),
            new Fault("flush", "FLUSHALL", PLAIN, Toll.redis(WHAT_WAS_THERE), Faults::flushAll),
            new Fault("group", "XGROUP DESTROY of each inbox, twice", PLAIN, Toll.DUPLICATES, rig -> {
                onEachInbox(rig, inbox -> rig.onServer(redis -> redis.xgroupDestroy(inbox, "relay")));
            }),
            new Fault("inbox", "DEL of each inbox, twice", PLAIN, drops(true), rig -> {
                onEachInbox(rig, inbox -> rig.onServer(redis -> redis.del(inbox)));
            }),
            new Fault("slow", "handlers too slow for the load", PLAIN.slow(2, 25), Toll.NONE, rig -> {
                Pause.millis(rig.faultMillis());
            }),
            new Fault(
                    "overflow", "the same with a cap of 500", PLAIN.slow(2, 25).cap(500), drops(false), rig -> {
                        Pause.millis(rig.faultMillis());
                    }),
            new Fault("hang", "handlers that hang, time-out 500 ms", PLAIN.timeout(500), dead(HANGING), Faults::hang));

    private static Setup disk(AppendFsync fsync) {
        return PLAIN.onDisk(fsync);
    }

    private static Toll dead(int letters) {
        return new Toll(RedisMayLose.NOTHING, true, letters, false);
    }

    private static Toll drops(boolean duplicates) {
        return new Toll(RedisMayLose.NOTHING, duplicates, 0, true);
    }

    private static void kill(Rig rig) {
        int victim = rig.anyConsumer();
        rig.consumers.get(victim).kill();
        rig.over();
        Pause.millis(rig.faultMillis());
        rig.replace(victim).awaitReady();
    }

    private static void rolling(Rig rig) {
        for (int i = 0; i < rig.consumers.size(); i++) {
            rig.consumers.get(i).terminate();
            rig.replace(i).awaitReady();
        }
    }

    private static void poison(Rig rig) {
        rig.publisher().tell("send c.poison");
        Pause.until(90_000, "the poison did not become a dead letter", () -> {
            for (int i = 0; i < rig.consumers.size(); i++) {
                if (!rig.consumers.get(i).isAlive()) {
                    rig.replace(i);
                }
            }
            Pause.millis(100);
            return rig.subscriptions().deadLetters("all").count() > 0;
        });
        rig.consumers.forEach(Child::awaitReady);
    }

    private static void stopConsumer(Rig rig) {
        Child victim = rig.consumers.get(rig.anyConsumer());
        victim.suspend();
        Pause.millis(Setup.LOCK.toMillis() * 5 / 2);
        victim.resume();
    }

    private static void killPublisher(Rig rig) {
        rig.publisher().kill();
        rig.startPublisher();
    }

    private static void stopRedis(Rig rig) {
        rig.server.suspend();
        Pause.millis(10_000);
        rig.server.resume();
    }

    private static void restart(Rig rig) {
        rig.server.restart();
    }

    private static void crash(Rig rig) {
        rig.server.kill();
        rig.struckAt = System.currentTimeMillis();
        rig.server.start();
    }

    private static void cut(Rig rig) {
        for (long left = rig.faultMillis(); left > 0; left -= 1_000) {
            rig.link.cut();
            Pause.millis(1_000);
        }
    }

    private static void halfOpen(Rig rig) {
        rig.link.pause();
        Pause.millis(15_000);
        rig.link.resume();
    }

    private static void flushScripts(Rig rig) {
        rig.onServer(redis -> {
            for (long left = rig.faultMillis(); left > 0; left -= 100) {
                redis.scriptFlush();
                Pause.millis(100);
            }
        });
    }

    private static void flushAll(Rig rig) {
        rig.onServer(redis -> {
            redis.flushall();
            rig.struckAt = System.currentTimeMillis();
        });
    }

    private static void onEachInbox(Rig rig, Consumer<String> action) {
        for (int i = 0; i < 2; i++) {
            for (String subscription : Setup.SUBSCRIPTIONS.keySet()) {
                action.accept(Rig.key("inbox:" + subscription));
                Pause.millis(rig.faultMillis() / 6);
            }
        }
    }

    private static void hang(Rig rig) {
        for (int i = 0; i < HANGING; i++) {
            rig.publisher().tell("send c.hang");
            rig.publisher().tell("send c.hang-once");
            rig.publisher().tell("send c.stuck");
        }
        Pause.millis(rig.faultMillis());
    }
}
