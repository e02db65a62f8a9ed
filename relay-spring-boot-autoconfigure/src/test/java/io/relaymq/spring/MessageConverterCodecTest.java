package io.relaymq.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.JsonCodec;
import io.relaymq.PayloadException;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.JacksonJsonMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.messaging.support.MessageBuilder;

/** Spring's message converters as a codec. */
class MessageConverterCodecTest {

    record Order(int number) {}

    private static final Type ORDERS = new ParameterizedTypeReference<List<Order>>() {}.getType();

    private static MessageConverterCodec codec(MessageConverter... converters) {
        return new MessageConverterCodec(List.of(converters), new JsonCodec());
    }

    /** Does always the same, whatever it is asked for. */
    record Fixed(@Nullable Object read, @Nullable Object written) implements MessageConverter {

        @Override
        public @Nullable Object fromMessage(Message<?> message, Class<?> type) {
            return read;
        }

        @Override
        public @Nullable Message<?> toMessage(Object payload, @Nullable MessageHeaders headers) {
            return written == null ? null : MessageBuilder.withPayload(written).build();
        }
    }

    @Test
    void the_elements_of_a_list_have_the_type_of_the_parameter() {
        MessageConverterCodec codec = codec(new JacksonJsonMessageConverter());
        byte[] written = codec.encode(List.of(new Order(1)));

        assertThat(codec.decode(written, ORDERS)).isEqualTo(List.of(new Order(1)));
    }

    @Test
    void the_first_that_answers_wins_and_json_does_what_none_does() {
        MessageConverterCodec codec = codec(new Fixed(null, null), new StringMessageConverter());

        assertThat(codec.encode("text")).asString(UTF_8).isEqualTo("text");
        assertThat(codec.encode(new Order(1))).asString(UTF_8).isEqualTo("{\"number\":1}");
        assertThat(codec.decode("{\"number\":1}".getBytes(UTF_8), Order.class)).isEqualTo(new Order(1));
    }

    @Test
    void text_becomes_bytes_and_bytes_are_never_converted() {
        MessageConverterCodec codec = codec(new Fixed("read", "written"));

        assertThat(codec.encode(new Order(1))).asString(UTF_8).isEqualTo("written");
        assertThat(codec.encode(new byte[] {7})).containsExactly(7);
        assertThat(codec.decode(new byte[] {7}, byte[].class)).isEqualTo(new byte[] {7});
        assertThat(codec.encode(null)).isEmpty();
    }

    @Test
    void a_converter_that_ignores_the_type_wanted_is_refused() {
        assertThatThrownBy(() -> codec(new Fixed("text", null)).decode(new byte[0], Order.class))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("Order", "Fixed", "it became a java.lang.String");
    }

    @Test
    void a_converter_that_makes_no_bytes_is_refused() {
        assertThatThrownBy(() -> codec(new Fixed(null, 7)).encode("text"))
                .isInstanceOf(PayloadException.class)
                .hasMessageContainingAll("Fixed", "no bytes", "Nothing was stored");
    }

    @Test
    void a_primitive_is_read_as_what_boxes_it() {
        assertThat(codec(new Fixed(7, null)).decode(new byte[0], int.class)).isEqualTo(7);
    }
}
