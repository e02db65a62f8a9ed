package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeTransactions;
import io.relaymq.fake.FakeWorker;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Beans that Spring wraps into transactions, by a subclass or by a proxy of their interface. */
class TransactionalListenersTest {

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class OfClass {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class OfInterface {}

    interface Books {
        void book(String text);

        List<String> booked();
    }

    static class Ledger implements Books {

        private final List<String> booked = new CopyOnWriteArrayList<>();

        @Override
        public void book(String text) {
            booked.add(text + " " + TransactionSynchronizationManager.isActualTransactionActive());
            if (text.equals("wrong")) {
                throw new IllegalStateException("on purpose");
            }
        }

        @Override
        public List<String> booked() {
            return booked;
        }
    }

    /** Both annotations on the method. */
    static class OnMethod extends Ledger {
        @Override
        @Transactional
        @RelayListener("books.*")
        public void book(String text) {
            super.book(text);
        }
    }

    /** Both annotations on the class. */
    @Transactional
    @RelayListener("books.*")
    static class OnClass extends Ledger {
        @Override
        @RelayHandler(isDefault = true)
        public void book(String text) {
            super.book(text);
        }
    }

    private static void isCalledInATransaction(Class<? extends Books> listener, Class<?> proxies) {
        ListenerContext.runner()
                .withUserConfiguration(proxies)
                .withBean(FakeTransactions.class)
                .withBean("books", Books.class, () -> made(listener))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    Books books = context.getBean(Books.class);
                    assertThat(AopUtils.isJdkDynamicProxy(books)).isEqualTo(proxies == OfInterface.class);
                    assertThat(AopUtils.isCglibProxy(books)).isEqualTo(proxies == OfClass.class);
                    assertThat(context.getBean(RelayListenerRegistry.class).ids())
                            .hasSize(1);
                    FakeWorker worker =
                            context.getBean(FakeRelay.class).everMade.get(0);
                    FakeTransactions transactions = context.getBean(FakeTransactions.class);

                    worker.deliver("books.a", "right");
                    assertThatThrownBy(() -> worker.deliver("books.a", "wrong"))
                            .isExactlyInstanceOf(IllegalStateException.class)
                            .hasMessage("on purpose");

                    assertThat(books.booked()).containsExactly("right true", "wrong true");
                    assertThat(transactions.commits).hasValue(1);
                    assertThat(transactions.rollbacks).hasValue(1);
                });
    }

    private static Books made(Class<? extends Books> listener) {
        return listener == OnMethod.class ? new OnMethod() : new OnClass();
    }

    @ParameterizedTest
    @ValueSource(classes = {OfClass.class, OfInterface.class})
    void a_transactional_method_commits_before_the_delivery_is_settled_and_rolls_back_with_its_failure(
            Class<?> proxies) {
        isCalledInATransaction(OnMethod.class, proxies);
    }

    @ParameterizedTest
    @ValueSource(classes = {OfClass.class, OfInterface.class})
    void a_transactional_class_with_the_annotation_on_it_is_one_listener(Class<?> proxies) {
        isCalledInATransaction(OnClass.class, proxies);
    }

    static class NotOfTheInterface extends Ledger {
        @Transactional
        @RelayListener("books.*")
        public void audit(String text) {}
    }

    @Test
    void a_method_that_the_proxy_of_the_interface_does_not_have_fails_the_start_and_says_what_to_do() {
        ListenerContext.runner()
                .withUserConfiguration(OfInterface.class)
                .withBean(FakeTransactions.class)
                .withBean("books", Books.class, NotOfTheInterface::new)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RelayConfigurationException.class)
                        .hasMessageContainingAll("NotOfTheInterface.audit(String)", "proxy"));
    }
}
