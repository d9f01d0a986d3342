/** Text for people: name suggestions and explanations of invalid YAML. */
package io.tidemark.data.text;
