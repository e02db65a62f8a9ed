package io.relaymq.spring;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.SmartValidator;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

/** Validates payloads of annotated parameters by the application's {@link Validator}. */
final class PayloadValidator {

    /** The one that Spring Boot makes; there may be others, of the web. */
    private static final String OF_BOOT = "defaultValidator";

    /** A check of one parameter's values. */
    @FunctionalInterface
    interface Check {
        void requireValid(Object payload);
    }

    private final BeanFactory beans;

    PayloadValidator(BeanFactory beans) {
        this.beans = beans;
    }

    /**
     * The check that the parameter asks for; null if it asks for none.
     *
     * @throws IllegalArgumentException if there is nobody to do it
     */
    @Nullable
    Check check(MethodParameter parameter) {
        Object[] hints = Arrays.stream(parameter.getParameterAnnotations())
                .map(ValidationAnnotationUtils::determineValidationHints)
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
        if (hints == null) {
            return null;
        }
        Validator validator = validator(parameter);
        return payload -> requireValid(validator, payload, hints);
    }

    private Validator validator(MethodParameter parameter) {
        if (beans.containsBean(OF_BOOT) && beans.isTypeMatch(OF_BOOT, Validator.class)) {
            return beans.getBean(OF_BOOT, Validator.class);
        }
        Validator only = beans.getBeanProvider(Validator.class).getIfUnique();
        if (only == null) {
            throw new IllegalArgumentException("parameter " + (parameter.getParameterIndex() + 1)
                    + " is to be validated, but there is no single Validator bean: add spring-boot-starter-validation, or"
                    + " mark one as @Primary");
        }
        return only;
    }

    private static void requireValid(Validator validator, Object payload, Object[] hints) {
        if (!validator.supports(payload.getClass())) {
            return;
        }
        BeanPropertyBindingResult errors = new BeanPropertyBindingResult(payload, "payload");
        if (validator instanceof SmartValidator smart) {
            smart.validate(payload, errors, hints);
        } else {
            validator.validate(payload, errors);
        }
        if (errors.hasErrors()) {
            throw new InvalidPayloadException(
                    "The payload is no valid " + payload.getClass().getName() + ": "
                            + errors.getAllErrors().stream()
                                    .map(PayloadValidator::text)
                                    .sorted()
                                    .collect(Collectors.joining(", ")));
        }
    }

    private static String text(ObjectError error) {
        String message = error.getDefaultMessage() != null ? error.getDefaultMessage() : error.getCode();
        return error instanceof FieldError field ? "'" + field.getField() + "' " + message : String.valueOf(message);
    }
}
