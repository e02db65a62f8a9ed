package io.relaymq.spring;

import io.relaymq.SubjectMatcher;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The templates by which a method receives; none means every subject. */
record SubjectTemplates(List<SubjectTemplate> all) {

    static SubjectTemplates of(List<String> texts) {
        SubjectTemplates templates = new SubjectTemplates(texts.stream()
                .filter(text -> !text.isEmpty())
                .map(SubjectTemplate::of)
                .toList());
        var unused = SubjectMatcher.compile(
                texts.contains("") ? List.of("") : templates.patterns()); // refuses what is no list of patterns
        return templates;
    }

    List<String> patterns() {
        return all.stream().map(template -> template.pattern().text()).toList();
    }

    /**
     * @throws IllegalArgumentException if a subject could come that does not have the variable
     */
    void requireVariable(String name) {
        List<SubjectTemplate> including = including();
        for (SubjectTemplate template : including) {
            if (!template.variables().containsKey(name)) {
                throw new IllegalArgumentException("there is no {" + name + "} in '" + template.pattern()
                        + "', which has the variables " + template.variables().keySet());
            }
        }
        if (including.isEmpty()) {
            throw new IllegalArgumentException("there is no pattern with a segment {" + name + "}");
        }
    }

    /** The segment of that name, by the first template that matches; null if none does. */
    @Nullable
    String segment(String subject, String name) {
        for (SubjectTemplate template : including()) {
            if (template.pattern().matches(subject)) {
                return template.segment(subject, name);
            }
        }
        return null;
    }

    private List<SubjectTemplate> including() {
        return all.stream()
                .filter(template -> !template.pattern().isExclusion())
                .toList();
    }
}
