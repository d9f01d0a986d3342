"""An independent implementation of the definitions, in plain Python, and its comparison with the real server."""
