package io.relaymq.spring;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ParameterNameDiscoverer;

/** Puts together where all arguments of a method come from. */
final class MethodArguments {

    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final ListenerMethod listener;
    private final ArgumentResolvers resolvers;
    private final List<ArgumentResolver> found = new ArrayList<>();
    private @Nullable ArgumentResolver item;
    private @Nullable MethodParameter payload;
    private boolean byHand;
    private boolean single;

    private MethodArguments(ListenerMethod listener, ArgumentResolvers resolvers) {
        this.listener = listener;
        this.resolvers = resolvers;
    }

    /**
     * @throws IllegalArgumentException if a parameter has no meaning
     */
    static ListenerArguments of(ListenerMethod listener, SubjectTemplates templates, ListenerServices services) {
        MethodArguments arguments =
                new MethodArguments(listener, new ArgumentResolvers(services, templates, listener.targetClass()));
        for (MethodParameter parameter : listener.parameters()) {
            parameter.initParameterNameDiscovery(NAMES);
            arguments.add(parameter);
        }
        return arguments.complete();
    }

    private void add(MethodParameter parameter) {
        if (parameter.getParameterType() == Acknowledgment.class) {
            byHand = true;
            found.add(Invocation::acknowledgment);
            return;
        }
        if (SuspendingFunctions.isContinuation(parameter)) {
            found.add(invocation -> null);
            return;
        }
        ArgumentResolver known = resolvers.known(parameter);
        if (known == null && parameter.getParameterType() == List.class) {
            requireOnlyPayload(parameter);
            item = item(parameter);
            found.add(Invocation::items);
            return;
        }
        single = true;
        if (known == null) {
            requireOnlyPayload(parameter);
            known = resolvers.payload(parameter);
        }
        found.add(known);
    }

    private ArgumentResolver item(MethodParameter list) {
        Type type = ParameterTypes.onlyArgument(
                GenericTypeResolver.resolveType(list.getGenericParameterType(), listener.targetClass()));
        ArgumentResolver message = resolvers.message(list, type);
        if (message != null) {
            return message;
        }
        PayloadReader reader = resolvers.payload(list, type);
        return invocation -> reader.read(invocation.delivery());
    }

    private void requireOnlyPayload(MethodParameter parameter) {
        MethodParameter first = payload;
        if (first != null) {
            throw new IllegalArgumentException("parameters " + (first.getParameterIndex() + 1) + " and "
                    + (parameter.getParameterIndex() + 1)
                    + " would both be the payload: annotate one with @Header, or take a Delivery");
        }
        payload = parameter;
    }

    private ListenerArguments complete() {
        if (item != null && single) {
            throw new IllegalArgumentException("a batch has nothing beside its List but an Acknowledgment; of "
                    + Arrays.asList(listener.method().getParameterTypes())
                    + " the rest belongs to single deliveries: take a List<Delivery> or List<RelayMessage<…>>");
        }
        return new ListenerArguments(List.copyOf(found), item, byHand);
    }
}
