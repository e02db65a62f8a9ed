package io.relaymq.spring;

import io.relaymq.SubjectMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** From the methods of a listener to the call of the one in charge. */
final class ListenerCallFactory {

    /**
     * @param arguments those of the only method; of a class with several, of the first
     */
    record Called(ListenerCall call, ListenerArguments arguments) {}

    private final ListenerServices services;
    private final Attributes attributes;

    ListenerCallFactory(ListenerServices services, Attributes attributes) {
        this.services = services;
        this.attributes = attributes;
    }

    /**
     * @throws IllegalArgumentException if a method could never be called, or it is not clear which one is
     */
    Called create(ListenerDeclaration declared, SubjectTemplates templates, boolean byHand) {
        if (!declared.ofClass()) {
            return call(declared.methods().get(0), templates, byHand);
        }
        List<ListenerMethod> routed = new ArrayList<>();
        List<SubjectTemplates> subjects = new ArrayList<>();
        @Nullable ListenerMethod fallback = null;
        for (ListenerMethod method : declared.methods()) {
            RelayHandler handler = Objects.requireNonNull(method.handler());
            if (handler.isDefault()) {
                requireOne(fallback, method, handler);
                fallback = method;
            } else {
                routed.add(method);
                subjects.add(subjects(method, handler));
            }
        }
        requireClear(routed, subjects, templates, fallback);
        return router(declared, routed, subjects, templates, fallback, byHand);
    }

    private static void requireOne(@Nullable ListenerMethod before, ListenerMethod method, RelayHandler handler) {
        if (before != null) {
            throw new IllegalArgumentException("two methods are the default: " + before + " and " + method);
        }
        if (handler.subjects().length > 0) {
            throw new IllegalArgumentException(
                    method + " is the default, which takes what no other does, and has subjects: give up one of both");
        }
    }

    private SubjectTemplates subjects(ListenerMethod method, RelayHandler handler) {
        SubjectTemplates subjects = attributes.templates(handler.subjects());
        if (subjects.all().isEmpty()) {
            throw new IllegalArgumentException(method + " has neither subjects nor isDefault = true");
        }
        if (subjects.all().stream().anyMatch(one -> one.pattern().isExclusion())) {
            throw new IllegalArgumentException(method
                    + " excludes subjects, which only the @RelayListener of the class can: use a default method");
        }
        return subjects;
    }

    private static void requireClear(
            List<ListenerMethod> routed,
            List<SubjectTemplates> subjects,
            SubjectTemplates templates,
            @Nullable ListenerMethod fallback) {
        RouteCheck check = new RouteCheck(
                templates.patterns(),
                subjects.stream().map(SubjectTemplates::patterns).toList());
        RouteCheck.Finding ambiguous = check.ambiguous();
        if (ambiguous != null) {
            throw new IllegalArgumentException("subject '" + ambiguous.subject() + "' would be for several methods: "
                    + ambiguous.routes().stream()
                            .map(route -> routed.get(route).toString())
                            .collect(Collectors.joining(" and ")));
        }
        RouteCheck.Finding untaken = check.untaken();
        if (untaken != null && fallback == null) {
            throw new IllegalArgumentException("subject '" + untaken.subject() + "' would be for none of "
                    + routed.stream().map(ListenerMethod::toString).collect(Collectors.joining(", "))
                    + ": add a @RelayHandler(isDefault = true), or want fewer subjects");
        }
        for (int route = 0; route < routed.size(); route++) {
            if (check.isComplete() && !check.isReachable(route)) {
                throw new IllegalArgumentException(
                        routed.get(route) + " would never be called: the listener receives no"
                                + " subject that matches " + subjects.get(route).patterns());
            }
        }
    }

    private Called router(
            ListenerDeclaration declared,
            List<ListenerMethod> routed,
            List<SubjectTemplates> subjects,
            SubjectTemplates templates,
            @Nullable ListenerMethod fallback,
            boolean byHand) {
        List<MethodRouter.Route> routes = new ArrayList<>();
        @Nullable ListenerArguments arguments = null;
        for (int i = 0; i < routed.size(); i++) {
            Called called = single(routed.get(i), subjects.get(i), byHand);
            arguments = called.arguments();
            routes.add(new MethodRouter.Route(
                    SubjectMatcher.compile(subjects.get(i).patterns()), called.call()));
        }
        Called last = fallback == null ? null : single(fallback, templates, byHand);
        return new Called(
                new MethodRouter(declared.toString(), routes, last == null ? null : last.call()),
                arguments != null ? arguments : Objects.requireNonNull(last).arguments());
    }

    private Called single(ListenerMethod method, SubjectTemplates templates, boolean byHand) {
        Called called = call(method, templates, byHand);
        if (called.arguments().isBatch()) {
            throw new IllegalArgumentException(
                    method
                            + " takes a batch, which only a method with @RelayListener can: one batch may be for several methods");
        }
        return called;
    }

    private Called call(ListenerMethod method, SubjectTemplates templates, boolean byHand) {
        try {
            ListenerArguments arguments = MethodArguments.of(method, templates, services);
            requireSettled(arguments, byHand);
            return new Called(new ListenerInvoker(method, arguments), arguments);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IllegalArgumentException(method + ": " + e.getMessage(), e);
        }
    }

    private static void requireSettled(ListenerArguments arguments, boolean byHand) {
        if (byHand && !arguments.byHand()) {
            throw new IllegalArgumentException(
                    "ackMode is MANUAL, but no parameter is an Acknowledgment: nothing would ever be settled");
        }
        if (!byHand && arguments.byHand()) {
            throw new IllegalArgumentException(
                    "ackMode is AUTO, so that there is no Acknowledgment: set ackMode = \"MANUAL\", or leave it out");
        }
    }
}
