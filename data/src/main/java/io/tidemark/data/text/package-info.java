/** Text for people. */
package io.tidemark.data.text;
