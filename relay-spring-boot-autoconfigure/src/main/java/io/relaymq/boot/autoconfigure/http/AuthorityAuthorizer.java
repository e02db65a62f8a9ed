package io.relaymq.boot.autoconfigure.http;

import io.relaymq.SubjectMatcher;
import io.relaymq.Subjects;
import io.relaymq.boot.autoconfigure.http.RelayHttpProperties.Authority;
import io.relaymq.spring.RelayHttpAuthorizer;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/** Allows what the properties give to the authorities of who is logged in, and nothing else. */
final class AuthorityAuthorizer implements RelayHttpAuthorizer {

    private static final String PRINCIPAL = "{principal}";

    private final Map<String, Authority> authorities;

    /** @throws io.relaymq.InvalidPatternException if a pattern breaks a rule */
    AuthorityAuthorizer(Map<String, Authority> authorities) {
        this.authorities = Map.copyOf(authorities);
        authorities.values().forEach(one -> {
            SubjectMatcher.compile(resolved(one.publish(), "anybody"));
            SubjectMatcher.compile(resolved(one.subscribe(), "anybody"));
        });
    }

    @Override
    public boolean mayPublish(@Nullable Principal caller, String broadcast, String subject) {
        List<String> allowed = allowed(caller, Authority::publish);
        return !allowed.isEmpty() && SubjectMatcher.compile(allowed).matches(subject);
    }

    @Override
    public boolean maySubscribe(
            @Nullable Principal caller, String broadcast, @Nullable String subscription, List<String> patterns) {
        List<String> allowed = allowed(caller, Authority::subscribe);
        return !allowed.isEmpty() && SubjectMatcher.compile(allowed).covers(SubjectMatcher.compile(patterns));
    }

    private List<String> allowed(@Nullable Principal caller, Function<Authority, List<String>> what) {
        List<String> allowed = new ArrayList<>();
        if (caller instanceof Authentication authentication && authentication.isAuthenticated()) {
            for (GrantedAuthority granted : authentication.getAuthorities()) {
                Authority authority = authorities.get(String.valueOf(granted.getAuthority()));
                if (authority != null) {
                    allowed.addAll(resolved(what.apply(authority), caller.getName()));
                }
            }
        }
        return allowed;
    }

    private static List<String> resolved(List<String> patterns, String principal) {
        String segment = Subjects.encodeSegment(principal);
        return patterns.stream().map(one -> one.replace(PRINCIPAL, segment)).toList();
    }
}
