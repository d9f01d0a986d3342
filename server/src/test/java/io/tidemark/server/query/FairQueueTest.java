package io.tidemark.server.query;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.http.ApiException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose turn it is, and who is refused. */
class FairQueueTest {

    private static final QueryWait PATIENT = QueryWait.start(Duration.ofMinutes(1), () -> false);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    // arrivals in order; one query runs at a time; the expected order of running
    @ParameterizedTest(name = "{0} by {1} at once of a caller")
    @CsvSource({
            "a a a a b c,   1, a b c a a a",
            "a a b a a b,   1, a b a b a a",
            "a b c a b c,   1, a b c a b c",
            "a a a,         1, a a a",
            "a a a b,       2, a b a a"})
    void callersTakeTurns(String arrivals, int ofCaller, String expected) throws Exception {
        FairQueue queue = new FairQueue(new FairQueue.Limits(1, 100, ofCaller, 100));
        List<String> order = new ArrayList<>();
        Deque<CompletableFuture<FairQueue.Permit>> waiting = new ArrayDeque<>();
        Deque<FairQueue.Permit> running = new ArrayDeque<>();
        for (String caller : arrivals.split(" ", -1)) {
            int before = queue.running() + queue.waiting();
            CompletableFuture<FairQueue.Permit> place = CompletableFuture.supplyAsync(() -> {
                FairQueue.Permit permit = queue.take(caller, PATIENT);
                synchronized (order) {
                    order.add(caller);
                    running.add(permit);
                }
                return permit;
            }, threads);
            waiting.add(place);
            eventually().until(() -> queue.running() + queue.waiting() == before + 1);
        }
        for (int i = 0; i < waiting.size(); i++) {
            int turn = i;
            eventually().until(() -> {
                synchronized (order) {
                    return order.size() == turn + 1;
                }
            });
            running.getLast().close();
        }
        assertThat(String.join(" ", order)).isEqualTo(expected);
        assertThat(queue.callers()).isEmpty();
        assertThat(queue.running()).isZero();
    }

    @Test
    void aCallerHasSoManyAtOnceThoughOthersAreFree() throws Exception {
        FairQueue queue = new FairQueue(new FairQueue.Limits(4, 10, 2, 1));
        FairQueue.Permit first = queue.take("a", PATIENT);
        FairQueue.Permit second = queue.take("a", PATIENT);
        CompletableFuture<FairQueue.Permit> third = CompletableFuture.supplyAsync(() -> queue.take("a", PATIENT),
                threads);
        eventually().until(() -> queue.waiting() == 1);
        assertThatThrownBy(() -> queue.take("a", PATIENT)).isInstanceOf(ApiException.RateLimited.class);
        queue.take("b", PATIENT).close();
        assertThat(queue.callers()).isEqualTo(Map.of("a", 3));

        // its query has run, its answer is being sent: another may run, but not of this caller
        first.ran();
        assertThat(queue.running()).isEqualTo(1);
        assertThat(third).isNotDone();
        first.close();
        third.get(5, TimeUnit.MINUTES).close();
        second.close();
        second.close();
        assertThat(queue.running()).isZero();
        assertThat(queue.callers()).isEmpty();
    }

    @Test
    void backgroundWorkLeavesASlot() throws Exception {
        FairQueue queue = new FairQueue(new FairQueue.Limits(2, 10, 2, 10));
        FairQueue.Permit first = queue.take(FairQueue.BACKGROUND, PATIENT);
        CompletableFuture<FairQueue.Permit> second = CompletableFuture.supplyAsync(() ->
                queue.take(FairQueue.BACKGROUND, PATIENT), threads);
        eventually().until(() -> queue.waiting() + queue.running() == 2);
        queue.take("a", QueryWait.start(Duration.ofMinutes(5), () -> false)).close();
        assertThat(second).isNotDone();
        first.close();
        second.get(5, TimeUnit.MINUTES).close();
        assertThat(queue.callers()).isEmpty();
    }

    @Test
    void soMuchBackgroundWorkWaits(@TempDir Path folder) {
        CountDownLatch end = new CountDownLatch(1);
        try (QueryResources resources = QueryResources.of(new FairQueue.Limits(1, 1, 1, 1), 0, Duration.ofDays(1),
                folder, event -> { })) {
            for (int i = 0; i <= QueryResources.BACKGROUND_WAITING; i++) {
                resources.background().execute(() -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            assertThatThrownBy(() -> resources.background().execute(() -> { }))
                    .isInstanceOf(RejectedExecutionException.class);
            end.countDown();
        }
    }

    @Test
    void whatWaitsBeyondTheLimitOfAllIsRefused() throws Exception {
        FairQueue queue = new FairQueue(new FairQueue.Limits(1, 2, 1, 1));
        FairQueue.Permit running = queue.take("a", PATIENT);
        for (String caller : List.of("b", "c")) {
            threads.execute(() -> queue.take(caller, PATIENT).close());
        }
        eventually().until(() -> queue.waiting() == 2);
        assertThatThrownBy(() -> queue.take("d", PATIENT)).isInstanceOf(ApiException.Unavailable.class);
        running.close();
        eventually().until(() -> queue.callers().isEmpty());
    }

    @Test
    void whoLeavesIsNotWaitedFor() throws Exception {
        FairQueue queue = new FairQueue(new FairQueue.Limits(1, 10, 1, 10));
        FairQueue.Permit running = queue.take("a", PATIENT);
        assertThatThrownBy(() -> queue.take("b", QueryWait.start(Duration.ofMillis(50), () -> false)))
                .isInstanceOf(ApiException.QueryTimeout.class);
        assertThatThrownBy(() -> queue.take("b", QueryWait.start(Duration.ofMinutes(1), () -> true)))
                .isInstanceOf(ApiException.ClientGone.class);
        assertThat(queue.waiting()).isZero();
        running.close();
        queue.take("c", PATIENT).close();
        assertThat(queue.callers()).isEmpty();
    }

    @Test
    void nothingIsLostWhenManyComeAndGo() throws Exception {
        FairQueue queue = new FairQueue(new FairQueue.Limits(3, 1000, 2, 1000));
        AtomicBoolean tooMany = new AtomicBoolean();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            String caller = "c" + i % 7;
            Duration patience = Duration.ofMillis(i % 5 == 0 ? 1 : 60_000);
            all.add(CompletableFuture.runAsync(() -> {
                try (FairQueue.Permit _ = queue.take(caller, QueryWait.start(patience, () -> false))) {
                    tooMany.compareAndSet(false, queue.running() > 3);
                    Thread.onSpinWait();
                } catch (ApiException.QueryTimeout e) {
                    // it was not patient
                }
            }, threads));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(5, TimeUnit.MINUTES);
        assertThat(tooMany).isFalse();
        assertThat(queue.running()).isZero();
        assertThat(queue.waiting()).isZero();
        assertThat(queue.callers()).isEmpty();
    }
}
