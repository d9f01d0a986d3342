package io.tidemark.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeterminismTest {

    @TempDir
    private Path temp;

    @Test
    void sameSeedSameBytesOtherSeedOtherBytes() {
        Map<String, String> first = generate("first", 3);
        assertThat(generate("second", 3)).isEqualTo(first);
        Map<String, String> other = generate("third", 4);
        assertThat(other.keySet()).contains("farmers/F01/stock.csv");
        assertThat(other.get("farmers/F01/stock.csv")).isNotEqualTo(first.get("farmers/F01/stock.csv"));
        assertThat(other.get("authority/site.csv")).isNotEqualTo(first.get("authority/site.csv"));
        assertThat(other.get("reference/loss_categories.csv")).isEqualTo(first.get("reference/loss_categories.csv"));
    }

    private Map<String, String> generate(String name, long seed) {
        ReadDelivery delivery = new ReadDelivery(temp.resolve(name));
        new DeliveryGenerator(new GeneratorOptions(26, 2, 1, seed, LocalDate.of(2026, 5, 20), null))
                .write(delivery.dir(), message -> { });
        return delivery.hashes();
    }
}
