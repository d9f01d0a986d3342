/** Text for people, name suggestions and explanations of invalid YAML, and YAML beside classes. */
package io.tidemark.data.text;
