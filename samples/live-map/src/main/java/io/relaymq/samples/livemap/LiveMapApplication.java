package io.relaymq.samples.livemap;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Publishes a week of earthquakes over and over, and serves a page that shows them: it tails the broadcast over HTTP. */
@SpringBootApplication
@EnableScheduling
public class LiveMapApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(LiveMapApplication.class, arguments);
    }
}
