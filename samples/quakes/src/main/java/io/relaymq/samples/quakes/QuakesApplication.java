package io.relaymq.samples.quakes;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Publishes a week of earthquakes, and listens to them in three ways. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class QuakesApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(QuakesApplication.class, arguments);
    }
}
