package io.relaymq.spring;

import java.util.List;

/**
 * A {@link RelayListener} as it was found.
 *
 * @param methods the annotated one, or all {@link RelayHandler}s of the annotated class
 */
record ListenerDeclaration(
        String beanName,
        Class<?> targetClass,
        RelayListener annotation,
        boolean ofClass,
        List<ListenerMethod> methods) {

    /** {@code bean.method}, or of a class {@code bean}. */
    String name() {
        return ofClass ? beanName : beanName + "." + methods.get(0).method().getName();
    }

    /** Where it stands, for humans. */
    @Override
    public String toString() {
        return ofClass ? "class " + targetClass.getName() : methods.get(0).toString();
    }
}
